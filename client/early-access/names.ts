/** Ids and field names that the markup, the first script and React share. */
export const dialogId = 'early-access';
export const dialogTitleId = 'early-access-title';
export const emailFieldId = 'early-access-email';

/** The link that leads to the form. The first script opens the dialog in place of following the link. */
export const formAnchor = `#${emailFieldId}`;

/** The hidden fields of the form that the first script fills in when the dialog opens. */
export const openingFields = {
  /** Which button opened the dialog. */
  source: 'source',
  /** When the dialog was opened, in milliseconds of `performance.now()`. */
  openedAt: 'openedAt',
} as const;

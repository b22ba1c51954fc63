/** What the markup, the boot script and React call the same. */
export const dialogId = 'early-access';
export const dialogTitleId = 'early-access-title';
export const emailFieldId = 'early-access-email';

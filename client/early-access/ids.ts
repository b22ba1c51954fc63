/** Where the dialog stands in the document: what the template, the boot script and React agree on. */
export const dialogId = 'early-access';
export const dialogRootId = 'early-access-root';
/** The form for those without JavaScript. */
export const plainFormId = 'early-access-form';
/** An empty form: sent by a button, it leads to where that button’s `formaction` says, without any script. */
export const plainWayId = 'plain-way';
export const emailFieldId = 'early-access-email';

/** Fired at the dialog by the boot script each time it was opened. */
export const openedEvent = 'deckwright:opened';

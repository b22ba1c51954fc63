/** Where the form is sent. */
export const signupPath = '/api/signup';

/** Where a page reports that its dialog was opened, by `navigator.sendBeacon`: JSON `{source}`. */
export const openedPath = '/api/opened';

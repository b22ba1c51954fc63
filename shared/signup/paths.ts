/** The path to which the browser sends the form. */
export const signupPath = '/api/signup';

/** The path to which `navigator.sendBeacon` reports that the dialog was opened, as JSON `{source}`. */
export const openedPath = '/api/opened';

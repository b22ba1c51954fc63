/** These paths have a file of their own, so that the page’s first script contains nothing else. */

/** The path to which the browser sends the form. */
export const signupPath = '/api/signup';

/** The path to which `navigator.sendBeacon` reports that the dialog was opened, as JSON `{source}`. */
export const openedPath = '/api/opened';

const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The same JSON, safe inside a script element: nothing in it can end the element, begin a comment, or end
 * a line. What is safe already stays as it is.
 */
export const escapeScriptJson = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, unicodeEscape);

/** A value as such JSON. Server and client both write it, so that a page reads the same however one came to it. */
export const scriptJson = (value: unknown): string => escapeScriptJson(JSON.stringify(value));

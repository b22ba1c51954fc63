const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * JSON that means the same inside a `<script>` as outside: nothing in it can end the element or a line.
 * Server and client both write it, so that a page reads the same however one came to it.
 */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscape);

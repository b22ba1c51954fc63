/**
 * Returns the encoding of a text by its byte order mark; UTF-8 without one. Editors, Excel and PowerShell on Windows write
 * UTF-16.
 */
export function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Returns the text of a whole file, without its byte order mark. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOf(bytes)).decode(bytes);

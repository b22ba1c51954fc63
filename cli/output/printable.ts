import { Writable } from 'node:stream';

/**
 * Characters that a terminal obeys instead of showing them: control characters except tab and line breaks, and the
 * characters that change the direction of text.
 */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/g;

/** Shows unprintable characters as `\u001b`, which JSON reads as the same character. */
export const printable = (text: string): string =>
  text.replaceAll(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Returns a stream that writes printable text to `stream`, whatever a database or a server has sent.
 * @param ownEscape stands for the escape character in colours of our own. A stranger cannot guess it.
 */
export function printTo(stream: Writable, ownEscape: string): Writable {
  const printing = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      stream.write(printable(String(chunk)).replaceAll(ownEscape, '\u001b'), done);
    },
  });
  // The listener of `stream` itself reports the error.
  printing.on('error', () => {});
  return printing;
}

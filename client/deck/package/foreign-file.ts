import type { RefusalReason } from '../refusal.ts';

/** Names the kind of a file that is no ZIP file. */

/** The first bytes of an OLE container. */
const ole = 0xe011cfd0;

/** Says whether a file contains a text in UTF-16. */
function contains(bytes: Uint8Array, text: string): boolean {
  const letters = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  outer: for (
    let at = bytes.indexOf(letters[0] ?? 0);
    at >= 0;
    at = bytes.indexOf(letters[0] ?? 0, at + 1)
  ) {
    for (let step = 1; step < letters.length; step += 1) {
      if (bytes[at + step * 2] !== letters[step] || bytes[at + step * 2 - 1] !== 0) continue outer;
    }
    return true;
  }
  return false;
}

const firstWord = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);

/** Says whether a file is an OLE container. */
export const isOle = (bytes: Uint8Array): boolean => firstWord(bytes) === ole;

/** Names a file that is no ZIP file by its first bytes. An OLE container names its streams in UTF-16. */
export function reasonOfForeignFile(bytes: Uint8Array): RefusalReason {
  const first = firstWord(bytes);
  if (first === ole) {
    if (contains(bytes, 'EncryptedPackage')) return 'locked';
    return contains(bytes, 'PowerPoint Document') ? 'old_ppt' : 'not_presentation';
  }
  if (first === 0x46445025) return 'pdf';
  return (first & 0xffff) === 0x4b50 ? 'damaged' : 'not_presentation';
}

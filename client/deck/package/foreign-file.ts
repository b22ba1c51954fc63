import type { RefusalReason } from '../refusal.ts';

/** Names the kind of a file that is no ZIP file. */

/** The first bytes of an OLE container. */
const ole = 0xe011cfd0;

const firstWord = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);

/** Says whether a file is an OLE container. */
export const isOle = (bytes: Uint8Array): boolean => firstWord(bytes) === ole;

/** Names a file that is no ZIP file by its first bytes. An OLE container names its streams in UTF-16. */
export function reasonOfForeignFile(bytes: Uint8Array): RefusalReason {
  const first = firstWord(bytes);
  if (first === ole) {
    const text = new TextDecoder('utf-16le').decode(bytes);
    if (text.includes('EncryptedPackage')) return 'locked';
    return text.includes('PowerPoint Document') ? 'old_ppt' : 'not_presentation';
  }
  if (first === 0x46445025) return 'pdf';
  return (first & 0xffff) === 0x4b50 ? 'damaged' : 'not_presentation';
}

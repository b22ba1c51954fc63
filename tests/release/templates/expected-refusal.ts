import { strFromU8 } from 'fflate';
import type { RefusalReason } from '../../../client/deck/index.ts';
import { elementsOf, openPackage, related } from './office-package.ts';

/** The answer that a file should get, judged by its bytes and without the engine. */

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  strFromU8(bytes.subarray(0, text.length), true) === text;

/** Returns whether an OLE container has a stream. The container names its streams in UTF-16. */
const names = (bytes: Uint8Array, stream: string): boolean =>
  strFromU8(bytes, true).includes(Array.from(stream, (letter) => `${letter}\0`).join(''));

/**
 * Returns the refusal that a file should get, or undefined if the file should be read. A damaged file gives 'damaged'; the
 * engine may say 'not_presentation' of a file that is no ZIP file.
 */
export function expectedRefusal(bytes: Uint8Array): RefusalReason | undefined {
  if (startsWith(bytes, '%PDF')) return 'pdf';
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) {
    if (names(bytes, 'EncryptedPackage')) return 'locked';
    return names(bytes, 'PowerPoint Document') ? 'old_ppt' : 'not_presentation';
  }
  if (!startsWith(bytes, 'PK')) return 'not_presentation';
  try {
    const file = openPackage(bytes);
    if (file.paths.some((path) => /^(Index|index)[./]|^mimetype$/.test(path)))
      return 'other_format';
    const [main = ''] = related(file, '', 'officeDocument');
    const root = file.xml(main).documentElement?.localName;
    if (root !== 'presentation') return 'not_presentation';
    return elementsOf(file.xml(main), 'sldMasterId').length === 0 ? 'no_master' : undefined;
  } catch {
    return 'damaged';
  }
}

import { check } from '../refusal.ts';
import { type Archive, openArchive } from './archive.ts';
import { type Element, elements, newBudget, parseXml, type XmlBudget } from './xml.ts';
import { keyOf } from './zip-directory.ts';

/** Reads an OPC package (ECMA-376 part 2): parts, their media types, and their relationships. */

export interface Relationship {
  id: string;
  /** The last word of the type's address, because strict files have other addresses. */
  type: string;
  /** The whole address of the type. */
  address: string;
  /** The path of the part as the ZIP directory writes it, or the address of something outside the file. */
  target: string;
  isExternal: boolean;
}

export interface PackageReader {
  has(path: string): boolean;
  /** Returns the bytes to which a part inflates, by the directory. */
  sizeOf(path: string): number;
  bytes(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads an XML part. The tree is the caller's own. @param budget that of the file, if none is given. */
  xml(path: string, budget?: XmlBudget): Promise<Element>;
  typeOf(path: string): string | undefined;
  /** Reads the relationships of a part. The path `''` means the package. */
  relationships(path: string): Promise<Relationship[]>;
}

/** Returns the path of the part that lists the relationships of a part. */
export function relationshipsPath(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
}

/** Resolves a target against the part that names it. */
function resolved(target: string, source: string): string {
  const base = target.startsWith('/') ? [] : source.split('/').slice(0, -1);
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') base.pop();
    else if (step !== '' && step !== '.') base.push(step);
  }
  return base.join('/');
}

/** Returns the path without percent signs, as some programs write a part's name with spaces in the directory. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Reads the media types by part and by ending. */
function contentTypes(root: Element) {
  const byPart = new Map<string, string>();
  const byEnding = new Map<string, string>();
  for (const { local, attributes } of elements(root)) {
    const type = attributes.ContentType ?? '';
    if (local === 'Override') byPart.set(keyOf(attributes.PartName ?? ''), type);
    if (local === 'Default') byEnding.set((attributes.Extension ?? '').toLowerCase(), type);
  }
  return (path: string) => byPart.get(keyOf(path)) ?? byEnding.get(extensionOf(path));
}

const openDocument = 'application/vnd.oasis.opendocument';

/** Refuses a ZIP file that is no OPC package. */
async function checkKind(archive: Archive): Promise<void> {
  if (archive.find('[Content_Types].xml')) return;
  const isKeynote =
    archive.find('index.apxl') ||
    archive.names().some((name) => name.endsWith('.iwa') || name === 'Index.zip');
  const isOpen =
    archive.find('mimetype') &&
    new TextDecoder().decode(await archive.read('mimetype')).startsWith(openDocument);
  check(!isKeynote && !isOpen, 'other_format');
  check(false, 'not_presentation');
}

/** Opens a package. @throws TemplateRefused */
export async function readPackage(file: Uint8Array<ArrayBuffer>): Promise<PackageReader> {
  const archive = openArchive(file);
  await checkKind(archive);
  const ofFile = newBudget();
  /** Reads an XML part, whatever its name ends with. A part that is too large is not inflated. */
  const readXml = async (path: string, budget = ofFile): Promise<Element> => {
    budget.bytes -= archive.sizeOf(path);
    check(budget.bytes >= 0, 'too_much', path);
    return parseXml(await archive.read(path), path, budget);
  };
  const typeOf = contentTypes(await readXml('[Content_Types].xml'));

  return {
    has: (path) => Boolean(archive.find(path)),
    sizeOf: archive.sizeOf,
    bytes: archive.read,
    xml: readXml,
    typeOf,
    async relationships(source) {
      const path = relationshipsPath(source);
      if (!archive.find(path)) return [];
      return elements(await readXml(path), 'Relationship').map(({ attributes }) => {
        const {
          Id: id = '',
          Type: address = '',
          Target: target = '',
          TargetMode: mode,
        } = attributes;
        const isExternal = mode === 'External';
        const part = resolved(target, source);
        const found = archive.find(part) ?? archive.find(unescaped(part)) ?? part;
        const type = address.slice(address.lastIndexOf('/') + 1);
        // LibreOffice writes a logo once for each slide.
        const first = type === 'image' ? archive.firstAlike(found) : found;
        return {
          id,
          type,
          address,
          target: isExternal ? target : first,
          isExternal,
        };
      });
    },
  };
}

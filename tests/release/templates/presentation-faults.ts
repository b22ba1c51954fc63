import { elementsOf, type OfficePackage, openPackage, related } from './office-package.ts';
import { packageFaults, repeated } from './package-faults.ts';

/** Faults of a presentation's chains: slide, layout, master, theme, notes, chart, workbook, and their ids. */

/** Returns the ids and the parts of a list, as `sldIdLst` of the presentation. */
function listed(file: OfficePackage, path: string, name: string): { id: number; part: string }[] {
  return elementsOf(file.xml(path), name).map((element) => {
    const relationship = Array.from(element.attributes).find(
      ({ localName, namespaceURI }) =>
        localName === 'id' && namespaceURI?.endsWith('/relationships'),
    )?.value;
    const part = file.relationshipsOf(path).find(({ id }) => id === relationship)?.target ?? '';
    return { id: Number(element.getAttribute('id')), part };
  });
}

/** Returns the parts of a kind that a part leads to, and a fault unless it is exactly one. */
function one(file: OfficePackage, path: string, kind: string, faults: string[]): string {
  const parts = related(file, path, kind);
  if (parts.length !== 1) faults.push(`${path}: ${parts.length} relationships of ${kind}`);
  return parts[0] ?? '';
}

/** Returns the ids of shapes that stand more than once on a part. */
export const repeatedShapeIds = (file: OfficePackage, path: string): string[] =>
  repeated(elementsOf(file.xml(path), 'cNvPr').map((shape) => shape.getAttribute('id') ?? ''));

function chartFaults(file: OfficePackage, slide: string): string[] {
  return related(file, slide, 'chart').flatMap((chart) => {
    const faults: string[] = [];
    const workbook = one(file, chart, 'package', faults);
    const content = file.parts[workbook];
    if (!content) return [...faults, `${chart}: no workbook`];
    const inside = packageFaults(openPackage(content)).map((fault) => `${workbook}: ${fault}`);
    return [...faults, ...inside];
  });
}

function slideFaults(file: OfficePackage, slide: string, masters: readonly string[]): string[] {
  const faults: string[] = [];
  const layout = one(file, slide, 'slideLayout', faults);
  const master = one(file, layout, 'slideMaster', faults);
  const notes = one(file, slide, 'notesSlide', faults);
  if (!masters.includes(master)) faults.push(`${slide}: its master ${master} is not listed`);
  if (!related(file, master, 'slideLayout').includes(layout))
    faults.push(`${master} does not know its layout ${layout}`);
  if (!related(file, notes, 'slide').includes(slide)) faults.push(`${notes}: not of ${slide}`);
  one(file, notes, 'notesMaster', faults);
  for (const id of [...repeatedShapeIds(file, slide), ...repeatedShapeIds(file, notes)])
    faults.push(`${slide}: two shapes have the id ${id}`);
  return [...faults, ...chartFaults(file, slide)];
}

/** Returns the parts of the slides in the order of the deck. */
export const slidesOf = (file: OfficePackage): string[] =>
  related(file, '', 'officeDocument').flatMap((main) =>
    listed(file, main, 'sldId').map(({ part }) => part),
  );

/** Returns the faults of a presentation. */
export function presentationFaults(file: OfficePackage): string[] {
  const [main = ''] = related(file, '', 'officeDocument');
  const slides = listed(file, main, 'sldId');
  const masters = listed(file, main, 'sldMasterId');
  const layouts = masters.flatMap(({ part }) => listed(file, part, 'sldLayoutId'));
  const faults: string[] = [];
  for (const { part } of masters) {
    one(file, part, 'theme', faults);
    if (listed(file, part, 'sldLayoutId').length === 0) faults.push(`${part}: no layout`);
  }
  const numbers = [...masters, ...layouts].map(({ id }) => id);
  return [
    ...faults,
    ...repeated(numbers.map(String)).map((id) => `two masters or layouts have the id ${id}`),
    ...numbers.filter((id) => !(id >= 2 ** 31 && id < 2 ** 32)).map((id) => `master id ${id}`),
    ...repeated(slides.map(({ id }) => String(id))).map((id) => `two slides have the id ${id}`),
    ...slides.filter(({ id }) => !(id >= 256 && id < 2 ** 31)).map(({ id }) => `slide id ${id}`),
    ...slides.flatMap(({ part }) =>
      slideFaults(
        file,
        part,
        masters.map((master) => master.part),
      ),
    ),
  ];
}

import { type Collection, targetsOf, type XmlPart } from '../package/collection.ts';
import { idsIn } from '../package/keep-part.ts';
import { type Element, elements, find } from '../package/xml.ts';
import { check } from '../refusal.ts';
import type { ColorScheme } from './color.ts';
import { readTheme, type Theme } from './theme.ts';

/** Reads the masters of a file, with their layouts and themes. */

export interface Layout {
  part: XmlPart;
  name: string;
  type: string | undefined;
  master: Master;
  /** The count of the file's slides that use the layout. */
  uses: number;
  scheme: ColorScheme;
}

export interface Master {
  part: XmlPart;
  theme: Theme;
  scheme: ColorScheme;
  layouts: Layout[];
}

const attributesOf = (element: Element | undefined) =>
  new Map(Object.entries(element?.attributes ?? {}));

/** Removes the relationships and list entries of layouts that are not there, and reads the layouts that are. */
function readLayouts(
  collection: Collection,
  master: Master,
  uses: ReadonlyMap<string, number>,
): Layout[] {
  const { part } = master;
  const byId = new Map(targetsOf(part, 'slideLayout').map(({ id, target }) => [id, target]));
  const list = find(part.content, 'sldLayoutIdLst');
  if (list) {
    const seen = new Set<string>();
    const before = elements(list).length;
    list.children = elements(list, 'sldLayoutId').filter(({ attributes }) => {
      const target = byId.get(attributes['r:id'] ?? '');
      if (!target || seen.has(target)) return false;
      seen.add(target);
      return true;
    });
    part.isChanged ||= list.children.length < before;
  }
  const listed = new Set(idsIn(part.content, 'sldLayoutIdLst'));
  part.relationships = part.relationships.filter(
    ({ id, type }) => type !== 'slideLayout' || listed.has(id),
  );
  const paths = [...listed].flatMap((id) => byId.get(id) ?? []);
  const readable = paths.filter((path) => !collection.isCopied(path));
  const chosen = readable.length > 0 ? readable : paths.slice(0, 1);
  return chosen.map((path) => {
    const layout = collection.xml(path);
    const overriding = find(layout.content, 'clrMapOvr', 'overrideClrMapping');
    const override = targetsOf(layout, 'themeOverride')[0]?.target;
    const places = override
      ? readTheme(collection.xml(override), master.theme).places
      : master.theme.places;
    const map = overriding ? attributesOf(overriding) : master.scheme.map;
    return {
      part: layout,
      name: (find(layout.content, 'cSld')?.attributes.name ?? '').slice(0, 100),
      type: layout.content.attributes.type,
      master,
      uses: uses.get(path.toLowerCase()) ?? 0,
      scheme: { places, map },
    };
  });
}

/** Reads a master. @param uses how often the file's slides use each layout, by its path. @throws TemplateRefused */
export function readMaster(
  collection: Collection,
  path: string,
  uses: ReadonlyMap<string, number>,
): Master {
  const part = collection.xml(path);
  const themePath = targetsOf(part, 'theme')[0]?.target;
  check(themePath !== undefined, 'damaged', path);
  const theme = readTheme(collection.xml(themePath));
  const map = attributesOf(find(part.content, 'clrMap'));
  const master: Master = { part, theme, scheme: { places: theme.places, map }, layouts: [] };
  master.layouts = readLayouts(collection, master, uses);
  return master;
}

import { type Collection, targetsOf, type XmlPart } from '../package/collection.ts';
import { type Element, elements, find, idsIn } from '../package/xml.ts';
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

/** Removes the relationships and list entries of layouts that are not there. @returns the paths of the other layouts. */
function listLayouts(part: XmlPart): string[] {
  const byId = new Map(targetsOf(part, 'slideLayout').map(({ id, target }) => [id, target]));
  const list = find(part.content, 'sldLayoutIdLst');
  if (list) {
    const seen = new Set<string>();
    list.children = elements(list, 'sldLayoutId').filter(({ attributes }) => {
      const target = byId.get(attributes['r:id'] ?? '');
      if (!target || seen.has(target)) return false;
      seen.add(target);
      return true;
    });
  }
  const listed = new Set(idsIn(part.content, 'sldLayoutIdLst'));
  part.relationships = part.relationships.filter(
    ({ id, type }) => type !== 'slideLayout' || listed.has(id),
  );
  return [...listed].flatMap((id) => byId.get(id) ?? []);
}

/** Reads a layout. @param uses how many of the file's slides use it. */
async function readLayout(
  collection: Collection,
  part: XmlPart,
  master: Master,
  uses: number,
): Promise<Layout> {
  const overriding = find(part.content, 'clrMapOvr', 'overrideClrMapping');
  const override = targetsOf(part, 'themeOverride')[0]?.target;
  const { places } = override
    ? readTheme(await collection.xml(override), master.theme)
    : master.theme;
  return {
    part,
    name: (find(part.content, 'cSld')?.attributes.name ?? '').slice(0, 100),
    type: part.content.attributes.type,
    master,
    uses,
    scheme: { places, map: overriding ? attributesOf(overriding) : master.scheme.map },
  };
}

/** Reads a master. @param uses how often the file's slides use each layout, by its path. @throws TemplateRefused */
export async function readMaster(
  collection: Collection,
  path: string,
  uses: ReadonlyMap<string, number>,
): Promise<Master> {
  const part = await collection.xml(path);
  const themePath = targetsOf(part, 'theme')[0]?.target;
  check(themePath !== undefined, 'damaged', path);
  const theme = readTheme(await collection.xml(themePath));
  const map = attributesOf(find(part.content, 'clrMap'));
  const master: Master = { part, theme, scheme: { places: theme.places, map }, layouts: [] };
  for (const layoutPath of listLayouts(part)) {
    const layout = await collection.layout(layoutPath);
    if (!layout) continue;
    const count = uses.get(layoutPath) ?? 0;
    master.layouts.push(await readLayout(collection, layout, master, count));
  }
  return master;
}

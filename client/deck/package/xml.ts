import { SaxesParser } from 'saxes';
import { check, TemplateRefused } from '../refusal.ts';

/** An element of an XML part. The tree keeps prefixes, so that a part is written as it was read. */
export interface Element {
  /** With its prefix: `p:sp`. */
  name: string;
  /** Without its prefix: `sp`. */
  local: string;
  /** By name with prefix. Without prototype, so that no name is taken. */
  attributes: Record<string, string>;
  children: (Element | string)[];
}

/** Counts what may still be read of one file, so that many small parts are bounded as one large part. */
export interface XmlBudget {
  bytes: number;
  tags: number;
  attributes: number;
}

/**
 * Returns the budget of a file. For comparison: a master with 1.9 MB of vector art has 135,000 tags. The largest of 1,700
 * files has 8.1 MB of XML that is read.
 */
export const newBudget = (): XmlBudget => ({
  bytes: 12_000_000,
  tags: 300_000,
  attributes: 600_000,
});

const deepest = 200;
/** No element of Office has a tenth of this number of attributes. */
const mostAttributes = 1000;

/** Decodes the text of a part: UTF-8, or UTF-16 with its mark. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** Counts a character of UTF-8. */
function count(bytes: Uint8Array, character: number): number {
  let found = 0;
  for (let at = bytes.indexOf(character); at >= 0; at = bytes.indexOf(character, at + 1))
    found += 1;
  return found;
}

/**
 * Reads a part to a tree, up to the end of the root element. Refuses text that is not well-formed, a document type, every
 * entity but XML's five, an element of more than 1,000 attributes, and more tags or attributes than the budget has.
 * @throws TemplateRefused
 */
export function parseXml(bytes: Uint8Array, part: string, budget: XmlBudget): Element {
  budget.tags -= count(bytes, 60);
  budget.attributes -= count(bytes, 61);
  check(budget.tags >= 0 && budget.attributes >= 0, 'too_much', part);
  const parser = new SaxesParser({ xmlns: false });
  const open: Element[] = [];
  let root: Element | undefined;
  const refuse = () => {
    throw new TemplateRefused('damaged', part);
  };
  parser.on('doctype', refuse);
  // PowerPoint reads parts with bytes after the last tag.
  parser.on('error', () => (root && open.length === 0) || refuse());
  let attributesOfTag = 0;
  parser.on('attribute', () => {
    attributesOfTag += 1;
    check(attributesOfTag <= mostAttributes, 'too_much', part);
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributesOfTag = 0;
    const local = name.slice(name.indexOf(':') + 1);
    const element: Element = { name, local, attributes, children: [] };
    if (root) open.at(-1)?.children.push(element);
    else root = element;
    open.push(element);
    check(open.length <= deepest, 'too_much', part);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (text: string) => {
    open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(textOf(bytes)).close();
  check(root !== undefined, 'damaged', part);
  return root;
}

/** Escapes a text for an element or an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export function serialize({ name, attributes, children }: Element): string {
  let start = `<${name}`;
  for (const key in attributes) {
    const value = escapeXml(attributes[key] ?? '').replaceAll(
      /[\t\n\r]/g,
      (space) => `&#${space.charCodeAt(0)};`,
    );
    start += ` ${key}="${value}"`;
  }
  if (children.length === 0) return `${start}/>`;
  const inside = children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : serialize(child),
  );
  return `${start}>${inside.join('')}</${name}>`;
}

export const isElement = (child: Element | string): child is Element => typeof child !== 'string';

/** Returns all child elements, or the child elements of a name without prefix. */
export function elements(parent: Element | undefined, local?: string): Element[] {
  const all = parent?.children.filter(isElement) ?? [];
  return local ? all.filter((child) => child.local === local) : all;
}

/** Follows names without prefixes from an element downwards, taking the first child of each name. */
export function find(parent: Element | undefined, ...path: string[]): Element | undefined {
  let found = parent;
  for (const local of path) {
    found = found?.children.find(
      (child): child is Element => isElement(child) && child.local === local,
    );
  }
  return found;
}

/** Lists the ids of relationships that a list names, in the order of the list. */
export const idsIn = (root: Element, list: string): string[] =>
  elements(find(root, list)).map(({ attributes }) => attributes['r:id'] ?? '');

/** Lists an element and all elements under it. */
export function* descendants(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) if (isElement(child)) yield* descendants(child);
}

/** Returns the text of an element and of all elements under it. */
export const textIn = (element: Element | undefined): string =>
  element?.children.map((child) => (isElement(child) ? textIn(child) : child)).join('') ?? '';

/** Returns a number of an attribute. Strict files write percentages as `50%`. */
export function numberOf(element: Element | undefined, attribute: string): number | undefined {
  const text = element?.attributes[attribute];
  if (text === undefined) return;
  const value = text.endsWith('%') ? Number.parseFloat(text) * 1000 : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

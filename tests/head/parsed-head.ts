import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { HeadTag } from '../../shared/head.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

/** An element of a head, in the shape that `headTags` speaks of it. */
export interface HeadElement {
  tag: string;
  attributes: Record<string, string>;
  text: string;
}

const isElement = (node: Node): node is Element => 'tagName' in node;

const children = (node: Node): Element[] =>
  'childNodes' in node ? node.childNodes.filter(isElement) : [];

const child = (node: Node, tag: string): Element => {
  const found = children(node).find((element) => element.tagName === tag);
  if (!found) throw new Error(`There is no <${tag}>.`);
  return found;
};

const textOf = (element: Element): string =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');

const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));

/** Reads a document as a browser does. */
export function parseHead(html: string): { lang: string | undefined; elements: HeadElement[] } {
  const root = child(parse(html), 'html');
  return {
    lang: attributesOf(root).lang,
    elements: children(child(root, 'head')).map((element) => ({
      tag: element.tagName,
      attributes: attributesOf(element),
      text: textOf(element),
    })),
  };
}

/** What a parsed head must say where the server wrote a tag. */
export const asElement = ({ text = '', ...tag }: HeadTag): HeadElement => ({ ...tag, text });

/** The elements of a tag whose attributes are at least these. */
export const matching = (
  elements: readonly HeadElement[],
  tag: string,
  attributes: Record<string, string> = {},
): HeadElement[] =>
  elements.filter(
    (element) =>
      element.tag === tag &&
      Object.entries(attributes).every(([name, value]) => element.attributes[name] === value),
  );

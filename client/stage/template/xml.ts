import { check } from './failure.ts';

/** A tag of an XML text. Names come without their prefix. */
export interface Tag {
  name: string;
  isOpening: boolean;
  /** `<a/>` counts as opening only. */
  isEmpty: boolean;
  attributes: ReadonlyMap<string, string>;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Replaces the five entities of XML and character numbers. Any other entity is an error. */
const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,32}));?/g, (_, decimal, hex, name) => {
    if (name) {
      const character = entities[name];
      check(character !== undefined);
      return character;
    }
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    check(code <= 0x10ffff);
    return String.fromCodePoint(code);
  });

/** Matches an attribute. The required white space before the name keeps the search linear. */
const attribute = /\s([\w:.-]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g;

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    const local = localName(name);
    // An element may have an `id` beside the id of its relationship, which has a prefix.
    const key = local === 'id' && local !== name ? 'r:id' : local;
    attributes.set(key, decoded(double ?? single ?? ''));
  }
  return attributes;
}

/** Decodes the text of a part: UTF-8, or UTF-16 with its mark. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Finds the end of a tag: the first `>` outside quotes, or -1. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return -1;
}

/**
 * Lists the tags of a part, in order. Builds no tree and uses no recursion. A document type is an error, because
 * entities can grow a small text without bound.
 * @param isWhole false for the beginning of a part, whose last tag may be cut.
 * @throws TemplateFailure
 */
export function* tagsOf(bytes: Uint8Array, isWhole = true): Generator<Tag> {
  const text = textOf(bytes);
  let at = text.indexOf('<');
  while (at >= 0) {
    const skipped = [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
    ].find(([start = '']) => text.startsWith(start, at));
    if (skipped) {
      const [start = '', close = ''] = skipped;
      const end = text.indexOf(close, at + start.length);
      if (end < 0 && !isWhole) return;
      check(end >= 0);
      at = text.indexOf('<', end + close.length);
      continue;
    }
    check(text[at + 1] !== '!');
    const end = tagEnd(text, at + 1);
    if (end < 0 && !isWhole) return;
    check(end >= 0);
    const isOpening = text[at + 1] !== '/';
    const isEmpty = text[end - 1] === '/';
    const inside = text.slice(at + (isOpening ? 1 : 2), isEmpty ? end - 1 : end);
    const [name = ''] = /^[^\s/>]+/.exec(inside) ?? [];
    check(name !== '');
    yield {
      name: localName(name),
      isOpening,
      isEmpty,
      attributes: attributesOf(inside.slice(name.length)),
    };
    at = text.indexOf('<', end + 1);
  }
}

import escapeHtml from 'escape-html';
import { unreachable } from './unreachable.ts';

/** The parts of a page’s head that search engines and chats act on. Null: the page has none. */
export interface ServedHead {
  title: string | null;
  description: string | null;
  canonical: string | null;
  robots: string | null;
  image: string | null;
}

const timeoutMs = 10_000;

/** The characters that the server escapes in the texts of a head, by their HTML. */
const escaped = new Map([...'&<>"\''].map((character) => [escapeHtml(character), character]));
const readText = (html: string): string =>
  html.replace(/&(?:#\d+|\w+);/g, (entity) => escaped.get(entity) ?? entity);

/** Returns the attributes of a start tag. */
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      readText(value),
    ]),
  );

/** Reads the head of a page’s HTML. */
function readHead(html: string): ServedHead {
  const tags = [...html.matchAll(/<(?:meta|link)\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
  const content = (attribute: string, value: string) =>
    tags.find((tag) => tag[attribute] === value)?.content ?? null;
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
  return {
    title: title === undefined ? null : readText(title),
    description: content('name', 'description'),
    canonical: tags.find(({ rel }) => rel === 'canonical')?.href ?? null,
    robots: content('name', 'robots'),
    image: content('property', 'og:image'),
  };
}

export interface ServedPage {
  status: number;
  head: ServedHead;
}

/**
 * Reads a page from a running server, as a search engine does. The header `X-Robots-Tag` counts as robots where it
 * hides the page and the head does not. The server counts the request as a visit.
 * @param address the absolute address of the page.
 * Rejects with Unreachable when nothing answers.
 */
export async function readServedPage(address: string): Promise<ServedPage> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const head = readHead(await response.text());
    const header = response.headers.get('x-robots-tag');
    const isHidden = header?.includes('noindex') && !head.robots?.includes('noindex');
    return { status: response.status, head: isHidden ? { ...head, robots: header } : head };
  } catch (error) {
    throw unreachable(error, 'no_server');
  }
}

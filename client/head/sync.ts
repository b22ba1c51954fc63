import { type HeadTag, headSelector, headTags } from '../../shared/head.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { type Page, pages } from '../../shared/pages.ts';
import { structuredData } from './trusted.ts';

const pageAt = (pathname: string): Page | undefined => {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '');
  return pages.find((page) => page.path === path) ?? pages.find((page) => page.path === null);
};

function write(element: Element, tag: HeadTag): void {
  if ('text' in tag && element.textContent !== tag.text) {
    element.textContent = tag.tag === 'script' ? structuredData(tag.text) : tag.text;
  }
  if (!('attributes' in tag)) return;
  for (const [name, value] of Object.entries(tag.attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** Puts an element right after another one, or where the head begins to be ours. */
function insertAfter(previous: Element | null, element: Element): void {
  if (previous) previous.after(element);
  else document.head.append(element);
}

/**
 * Makes the head what the server would have written for this address: the same nodes changed, what this
 * page does not have removed, what the last one did not have put in its place.
 */
export function syncHead(pathname: string, config: PageConfig): void {
  const page = pageAt(pathname);
  if (!page) return;
  const tags = headTags(page, config);
  const wanted = new Set(tags.map(headSelector));
  for (const other of pages) {
    for (const selector of headTags(other, config).map(headSelector)) {
      if (!wanted.has(selector)) document.head.querySelector(selector)?.remove();
    }
  }
  let previous: Element | null = null;
  for (const tag of tags) {
    const found: Element | null = document.head.querySelector(headSelector(tag));
    const element = found ?? document.createElement(tag.tag);
    write(element, tag);
    if (!found) insertAfter(previous, element);
    previous = element;
  }
}

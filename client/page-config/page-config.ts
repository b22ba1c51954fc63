import {
  type PageConfig,
  type PageTexts,
  pageConfigElementId,
  pagePlaceholder,
} from '../../shared/page-config.ts';

function readPageConfig(): PageConfig {
  // A page that is prerendered serves every environment.
  if (import.meta.env.SSR) throw new Error('A prerendered page may show texts only (pageTexts).');
  const element = document.getElementById(pageConfigElementId);
  if (!element) throw new Error(`The page holds no #${pageConfigElementId}.`);
  return JSON.parse(element.textContent);
}

let read: PageConfig | undefined;

/** Returns what the server wrote into the page about its environment. Throws while the page is prerendered. */
export function pageConfig(): PageConfig {
  read ??= readPageConfig();
  return read;
}

/** The texts of a page that is prerendered: each is its placeholder, which the server replaces. */
const placeholders = new Proxy({} as PageTexts, {
  get: (_, name) => pagePlaceholder(String(name)),
});

/** Returns the texts of this environment that a page shows. */
export const pageTexts = (): PageTexts => (import.meta.env.SSR ? placeholders : pageConfig().texts);

import { createContext, useContext } from 'react';
import { type PageConfig, pageConfigElementId, placeholders } from '../../shared/page-config.ts';

/** The settings while the pages are prerendered. They have placeholders, which the server fills in. */
const prerenderConfig: PageConfig = {
  origin: '',
  contactEmail: placeholders.contactEmail,
  indexing: true,
  turnstileSiteKey: null,
  notice: { parts: [{ text: placeholders.notice }], version: placeholders.noticeVersion },
  hasMail: false,
  transport: { kind: 'proxy' },
};

/** Reads the inert JSON that the server wrote into the page. Throws if the JSON is missing or broken. */
export function readPageConfig(): PageConfig {
  const element = document.getElementById(pageConfigElementId);
  if (!element) throw new Error(`The page holds no #${pageConfigElementId}.`);
  return JSON.parse(element.textContent);
}

export const PageConfigContext = createContext(prerenderConfig);

/** Returns the settings of this environment that a page may know. */
export const usePageConfig = (): PageConfig => useContext(PageConfigContext);

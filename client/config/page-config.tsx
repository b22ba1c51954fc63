import { createContext, useContext } from 'react';
import { type PageConfig, pageConfigElementId, placeholders } from '../../shared/page-config.ts';

/** What the prerenderer knows of the environment: nothing but where the contact address goes. */
export const prerenderConfig: PageConfig = {
  origin: '',
  contactEmail: placeholders.contactEmail,
  indexing: true,
  turnstileSiteKey: null,
  transport: { kind: 'proxy' },
};

/** Reads the inert JSON that the server put into the page. Throws where it is missing or broken. */
export function readPageConfig(): PageConfig {
  const element = document.getElementById(pageConfigElementId);
  if (!element) throw new Error(`The page holds no #${pageConfigElementId}.`);
  return JSON.parse(element.textContent);
}

export const PageConfigContext = createContext(prerenderConfig);

/** This environment’s settings, as far as a page may know them. */
export const usePageConfig = (): PageConfig => useContext(PageConfigContext);

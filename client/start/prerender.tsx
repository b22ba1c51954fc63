import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { EntryView } from '../../shared/entry/page.ts';
import { entryPlaceholder } from '../../shared/entry/templates.ts';
import { placeholders } from '../../shared/page-config.ts';
import { entryPage, type PageId, pages } from '../../shared/pages.ts';
import { SentDialog } from '../early-access/dialog.tsx';
import { PrerenderedEntry } from '../own-entry/entry-document.ts';
import { routes } from '../routes.tsx';

const { query, dataRoutes } = createStaticHandler(routes);

/** Renders HTML. React closes void elements with `/>`, which the HTML checker reports. No text of the site contains `/>`. */
const renderHtml = (element: ReactElement): string => renderToString(element).replaceAll('/>', '>');

/** Renders a page into the template. The result still has the placeholders that the server fills in. */
export async function render(
  template: string,
  pageId: PageId,
  wrap = (page: ReactElement): ReactElement => page,
): Promise<string> {
  // The 404 page has no path: any address without a page shows it.
  const path = [...pages, entryPage].find(({ id }) => id === pageId)?.path ?? '/not-found';
  const context = await query(new Request(new URL(path, 'http://prerender.invalid')));
  if (context instanceof Response)
    throw new Error(`${path} answers with status ${context.status}.`);
  // Without this the build would write the failure page in place of the page.
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(dataRoutes, context);
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />;
  const dialog = pageId === 'home' ? renderHtml(<SentDialog />) : '';
  return template.replace(
    placeholders.page,
    () => `<div id="root">${renderHtml(wrap(page))}</div>${dialog}`,
  );
}

/** Renders a template of the page of an entry. The server fills in the values for each request. */
export function renderEntry(template: string, view: EntryView): Promise<string> {
  const document = { token: entryPlaceholder('token'), view };
  const { config, entry } = placeholders;
  return render(
    template.replace(config, () => `${config}\n    ${entry}`),
    entryPage.id,
    (page) => <PrerenderedEntry value={document}>{page}</PrerenderedEntry>,
  );
}

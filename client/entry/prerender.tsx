import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { placeholders } from '../../shared/page-config.ts';
import { type PageId, pages } from '../../shared/pages.ts';
import { routes } from '../routes.tsx';

const { query, dataRoutes } = createStaticHandler(routes);

/** Renders HTML. React closes void elements with `/>`, which the HTML checker reports; no text of ours contains `/>`. */
const renderHtml = (element: ReactElement): string => renderToString(element).replaceAll('/>', '>');

/** Renders a page into the template. The result still has the placeholders that the server fills in. */
export async function render(template: string, pageId: PageId): Promise<string> {
  // The 404 page has no path: any address without a page shows it.
  const path = pages.find(({ id }) => id === pageId)?.path ?? '/not-found';
  const context = await query(new Request(new URL(path, 'http://prerender.invalid')));
  if (context instanceof Response)
    throw new Error(`${path} answers with status ${context.status}.`);
  const router = createStaticRouter(dataRoutes, context);
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />;
  return template.replace(placeholders.page, () => renderHtml(page));
}

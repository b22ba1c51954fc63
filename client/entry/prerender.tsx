import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from 'react-router-dom/server.js';
import { placeholders } from '../../shared/page-config.ts';
import { type PageId, pages } from '../../shared/pages.ts';
import { routes } from '../routes.tsx';

const { query, dataRoutes } = createStaticHandler(routes);

/** React closes void elements the way of XML, which HTML ignores and its checker notes; text has no `/>`. */
const renderHtml = (element: ReactElement): string => renderToString(element).replaceAll('/>', '>');

/** @returns a page’s document, with placeholders where the environment decides. */
export async function render(template: string, pageId: PageId): Promise<string> {
  // The 404 page has no path of its own: any address that leads nowhere shows it.
  const path = pages.find(({ id }) => id === pageId)?.path ?? '/not-found';
  const context = await query(new Request(new URL(path, 'http://prerender.invalid')));
  if (context instanceof Response)
    throw new Error(`${path} answers with status ${context.status}.`);
  const router = createStaticRouter(dataRoutes as typeof routes, context);
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />;
  return template.replace(placeholders.page, () => renderHtml(page));
}

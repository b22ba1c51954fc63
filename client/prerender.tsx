import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { type PageId, pages } from '../shared/pages.ts';
import * as sheets from './pages/sheets.ts';
import { SiteRoutes } from './routes.tsx';

/** An address that leads nowhere, to see what such an address shows. */
const nowhere = '/not-found';

/** @returns the HTML inside `#root` of a page, with placeholders where the environment decides. */
export function render(pageId: PageId): string {
  const path = pages.find(({ id }) => id === pageId)?.path ?? nowhere;
  return renderToString(
    <StaticRouter location={path}>
      <SiteRoutes sheets={sheets} />
    </StaticRouter>,
  );
}

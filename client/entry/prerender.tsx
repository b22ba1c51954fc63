import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { placeholders } from '../../shared/page-config.ts';
import { type PageId, pages } from '../../shared/pages.ts';
import { PrerenderedDialog } from '../early-access/prerendered.tsx';
import * as sheets from '../pages/sheets.ts';
import { SiteRoutes } from '../routes.tsx';
import { StillParts } from '../ui/still.tsx';
import { stillParts } from './still-parts.ts';

/** An address that leads nowhere, to see what such an address shows. */
const nowhere = '/not-found';

/** React closes void elements the way of XML, which HTML ignores and its checker notes; text has no `/>`. */
const renderHtml = (element: ReactElement): string => renderToString(element).replaceAll('/>', '>');

function renderPage(pageId: PageId): string {
  const path = pages.find(({ id }) => id === pageId)?.path ?? nowhere;
  return renderHtml(
    <StillParts value={stillParts}>
      <StaticRouter location={path}>
        <SiteRoutes sheets={sheets} />
      </StaticRouter>
    </StillParts>,
  );
}

/** @returns a page’s document, with placeholders where the environment decides. */
export function render(template: string, pageId: PageId): string {
  return template
    .replace(placeholders.page, () => renderPage(pageId))
    .replace(placeholders.dialog, () => renderHtml(<PrerenderedDialog />));
}

import { lazy } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { PageConfigContext, readPageConfig } from '../config/page-config.tsx';
import { linkManifest } from '../head/web-manifest.ts';
import { fresh } from '../navigation/fresh.ts';
import { nameEntry } from '../navigation/scroll.ts';
import { type Sheets, SiteRoutes } from '../routes.tsx';

const loadSheets = () => fresh(() => import('../pages/sheets.ts'));
const later = (name: keyof Sheets) =>
  lazy(async () => ({ default: (await loadSheets())[name] as () => React.ReactNode }));

/** The landing page is part of the first script; the others come when one is asked for. */
const sheets: Sheets = {
  Upload: later('Upload'),
  Privacy: later('Privacy'),
  Terms: later('Terms'),
  Careers: later('Careers'),
  Outcome: later('Outcome'),
  NotFound: later('NotFound'),
};

linkManifest();
nameEntry();
const root = document.getElementById('root');
if (root) {
  hydrateRoot(
    root,
    <PageConfigContext value={readPageConfig()}>
      <BrowserRouter>
        <SiteRoutes sheets={sheets} />
      </BrowserRouter>
    </PageConfigContext>,
  );
}

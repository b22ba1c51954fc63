import type { ComponentType } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { paths, redirects } from '../shared/paths.ts';
import { Layout } from './layout/layout.tsx';
import { Landing } from './pages/landing.tsx';

/** The pages that are one sheet each: at once in the prerenderer, on demand in the browser. */
export interface Sheets {
  Upload: ComponentType;
  Privacy: ComponentType;
  Terms: ComponentType;
  Careers: ComponentType;
  Outcome: ComponentType;
  NotFound: ComponentType;
}

/** Which page an address shows. */
export function SiteRoutes({ sheets }: { sheets: Sheets }) {
  const { Upload, Privacy, Terms, Careers, Outcome, NotFound } = sheets;
  return (
    <Routes>
      <Route element={<Layout />}>
        <Route path={paths.home} element={<Landing />} />
        <Route path={paths.upload} element={<Upload />} />
        <Route path={paths.privacy} element={<Privacy />} />
        <Route path={paths.terms} element={<Terms />} />
        <Route path={paths.careers} element={<Careers />} />
        <Route path={`${paths.earlyAccess}/:outcome`} element={<Outcome />} />
        {Object.entries(redirects).map(([from, to]) => (
          <Route key={from} path={from} element={<Navigate to={to} replace />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

import type { ComponentType } from 'react';
import { Outlet, type RouteObject, replace } from 'react-router-dom';
import { entryPage, type Page, pages } from '../shared/pages.ts';
import { redirects } from '../shared/paths.ts';
import { Failure } from './layout/failure.tsx';
import { Head } from './layout/head.tsx';
import { Layout } from './layout/layout.tsx';

/** The components of the pages, loaded on demand. The file's name is the page's id: `client/pages/careers.tsx`. */
const components = import.meta.glob<PageModule>('./pages/*.tsx');

interface PageModule {
  Component: ComponentType;
}

function pageRoute(page: Page): RouteObject {
  const file = page.id.startsWith('early-access-') ? 'outcome' : page.id;
  const load = components[`./pages/${file}.tsx`];
  if (!load) throw new Error(`The page ${page.id} has no client/pages/${file}.tsx.`);
  // The import resolves to undefined if the browser opens the page itself (start/missing-chunk.ts): never resolve then.
  const lazy = async () => {
    const { Component } = (await load()) ?? (await new Promise<never>(() => {}));
    return { Component };
  };
  return { id: page.id, path: page.path ?? '*', caseSensitive: true, lazy, handle: page };
}

const redirectRoute = ([path, to]: [string, string]): RouteObject => {
  return { path, caseSensitive: true, loader: () => replace(to) };
};

function PageWithHead() {
  return (
    <>
      <Head />
      <Outlet />
    </>
  );
}

/** The routes of the site: one for each page of `shared/pages.ts` and each redirect of `shared/paths.ts`. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: Failure,
    children: [
      {
        Component: PageWithHead,
        ErrorBoundary: Failure,
        children: [...pages, entryPage].map(pageRoute),
      },
      ...Object.entries(redirects).map(redirectRoute),
    ],
  },
];

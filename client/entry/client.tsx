import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, createPath, matchRoutes, RouterProvider } from 'react-router-dom';
import { PageConfigContext, readPageConfig } from '../config/page-config.tsx';
import { routes } from '../routes.tsx';
import { openPageOfMissingChunk } from './missing-chunk.ts';

/** The router decodes what follows the `#`, and fails where it cannot: there each `%` stands for itself. */
function mendAnchor(): void {
  try {
    decodeURIComponent(location.hash);
  } catch {
    history.replaceState(history.state, '', location.hash.replaceAll('%', '%25'));
  }
}

/** Loads the page that is already on the screen: the router would show nothing until it is there. */
async function loadMatched() {
  type Routes = Parameters<typeof matchRoutes>[0];
  const matches = matchRoutes(routes as Routes, location) ?? [];
  for (const { route } of matches) {
    if (route.lazy) Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  return matches.at(-1)?.route;
}

/** Whether the reader has gone back or forward within the document, where no script was yet to change the page. */
function isAtAnotherPage(): boolean {
  const [{ name = location.href } = {}] = performance.getEntriesByType('navigation');
  return new URL(name).pathname !== location.pathname;
}

/** What the next version of the router does in any case. */
const future = {
  v7_fetcherPersist: true,
  v7_normalizeFormMethod: true,
  v7_partialHydration: true,
  v7_relativeSplatPath: true,
  v7_skipActionErrorRevalidation: true,
  v7_startTransition: true,
};

async function hydrate(): Promise<void> {
  const { path } = (await loadMatched()) ?? {};
  // The router also takes `/upload//`, which the server has not: its page for that needs no script.
  if (path !== '*' && path !== location.pathname) return;
  if (isAtAnotherPage()) {
    // The browser knows how far the shown page is scrolled, the router how far the other one was.
    history.scrollRestoration = 'manual';
    location.reload();
    return;
  }
  // With data, even none, the router leaves the first scrolling to the browser. The browser does none where the router
  // had taken it over: Firefox and WebKit keep that over a reload, and all do for a page gone back to past another.
  const isScrolled = history.scrollRestoration === 'auto';
  mendAnchor();
  addEventListener('popstate', mendAnchor);
  const options = isScrolled ? { future, hydrationData: {} } : { future };
  const router = createBrowserRouter(routes, options);
  openPageOfMissingChunk(() => {
    const goal = router.state.navigation.location;
    return goal && createPath(goal);
  });
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <PageConfigContext value={readPageConfig()}>
      <RouterProvider router={router} future={future} />
    </PageConfigContext>,
  );
}

// Not awaited here: the page may be in this very script, which would then wait for itself.
hydrate();

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { entryElementId } from '../../shared/entry/page.ts';
import { entryPath } from '../../shared/paths.ts';
import { startDialog } from '../early-access/dialog.tsx';
import { pageConfig } from '../page-config/page-config.ts';
import { routes } from '../routes.tsx';
import { sampleDeck } from '../sections/order.ts';
import { keepTyped } from '../ui/keep-typed.ts';
import { useCommitted } from '../ui/use-committed.ts';
import { openPageOfMissingChunk } from './missing-chunk.ts';

/**
 * Loads the component of the current page. Without it, the router's first render would differ from the prerendered page.
 * Returns the matched route, or undefined if the router has no route for the current address.
 */
async function loadMatchedRoute() {
  const matches = matchRoutes(routes, location) ?? [];
  for (const { route } of matches) {
    if (typeof route.lazy === 'function')
      Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  return matches.at(-1)?.route;
}

/** Returns true if the visitor went back or forward within the document before this script ran. */
function isAtAnotherPage(): boolean {
  const [{ name = location.href } = {}] = performance.getEntriesByType('navigation');
  return new URL(name).pathname !== location.pathname;
}

/** Loads the page that the visitor went back or forward to. */
function reload(): void {
  // The browser knows the scroll position of the page on the screen, the router the position of the other page.
  history.scrollRestoration = 'manual';
  location.reload();
}

interface SiteProps {
  router: ReturnType<typeof createBrowserRouter>;
  /** Called when React has put the page into the document. */
  onCommit: () => void;
}

function Site({ router, onCommit }: SiteProps) {
  useCommitted(onCommit);
  return <RouterProvider router={router} />;
}

async function hydrate(): Promise<void> {
  const route = await loadMatchedRoute();
  // The router also matches `/upload//`. The server answers that address with the 404 page, which needs no script.
  if (route?.path !== '*' && route?.path !== location.pathname) return;
  // Without mails the server answers the address of an entry with the 404 page, too.
  if (route.path === entryPath && !document.getElementById(entryElementId)) return;
  if (isAtAnotherPage()) return reload();
  // With hydration data, even empty, the router leaves the first scrolling to the browser. The browser does not scroll
  // if the router has set `scrollRestoration` to `manual`. Firefox and WebKit keep that value after a reload. Every
  // browser keeps it for a page that the visitor returns to from another site.
  const isScrolled = history.scrollRestoration === 'auto';
  const router = createBrowserRouter(routes, isScrolled ? { hydrationData: {} } : {});
  openPageOfMissingChunk(router);
  const root = document.getElementById('root') as HTMLElement;
  const putBackTyped = keepTyped(root);
  const onCommit = () => {
    putBackTyped();
    // Until now the router did not know the scroll positions.
    if (isAtAnotherPage()) reload();
  };
  // As a transition React hydrates in short pieces, and the page answers the visitor between them.
  startTransition(() => {
    hydrateRoot(root, <Site router={router} onCommit={onCommit} />);
  });
}

// Throws if the page lacks its configuration. The page and its form then stay as they were sent.
pageConfig();
// The dialog comes first, because it needs nothing of the page.
startDialog(sampleDeck?.DialogOffer);
// Not awaited at the top level: the page's component may be in this script, and the script would wait for itself.
hydrate();

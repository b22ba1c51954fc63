import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import type { PageConfig } from '../../shared/page-config.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { observeReveals } from '../layout/reveal.ts';
import { fresh } from './fresh.ts';
import { anchorOf, goToPlace, keepScroll, scrollOf, showsEntry } from './scroll.ts';

const headingOf = (id: string): HTMLElement | null =>
  document.getElementById(id)?.querySelector('h1, h2') ?? null;

/** Brings the reader to where a navigation leads. @returns the heading that is read out. */
function arrive(location: Location, isBack: boolean, isNewPage: boolean): HTMLElement | null {
  const anchor = anchorOf(location);
  const kept = isBack ? scrollOf(location.key) : undefined;
  const isStill = isNewPage || isBack || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const how: ScrollOptions = { behavior: isStill ? 'instant' : 'smooth' };
  if (!goToPlace(kept, anchor, how)) window.scrollTo({ top: 0, ...how });
  return headingOf(anchor ? anchor.id : 'main');
}

async function refreshHead(pathname: string, config: PageConfig): Promise<void> {
  const { syncHead } = await fresh(() => import('../head/sync.ts'));
  // A page that failed is not what its address promises; the failure page has its own title.
  if (!document.querySelector('[data-failure]')) syncHead(pathname, config);
}

/**
 * After each navigation inside the page: scroll, focus, head and announcement, as a browser would have it
 * after a page load. Stands beside the page inside its `Suspense`, so that it waits for a page whose script
 * is still on its way: going back and forth, React shows nothing until then.
 * @param announce is told the heading that is read out; must stay the same.
 */
export function Arrival({ announce }: { announce: (heading: string) => void }): null {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const config = usePageConfig();
  const last = useRef(location);

  useEffect(() => keepScroll(), []);
  useLayoutEffect(() => {
    const from = last.current;
    last.current = location;
    if (from !== location) {
      const isNewPage = from.pathname !== location.pathname;
      const heading = arrive(location, isBack, isNewPage);
      heading?.focus({ preventScroll: true });
      if (isNewPage) {
        observeReveals();
        announce(heading?.textContent ?? '');
        refreshHead(location.pathname, config);
      }
    }
    showsEntry(location.key);
    return () => showsEntry(null);
  }, [location, isBack, config, announce]);
  return null;
}

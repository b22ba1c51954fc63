import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { observeReveals, revealAll } from '../boot/reveal.ts';
import { usePageConfig } from '../page-config.tsx';
import { fresh } from './fresh.ts';
import { keepScroll, scrollOf } from './scroll.ts';

const headingOf = (id: string): HTMLElement | null =>
  document.getElementById(id)?.querySelector('h1, h2') ?? null;

/** Brings the reader to where a navigation leads. @returns the heading that is read out. */
function arrive(location: Location, isBack: boolean, isNewPage: boolean): HTMLElement | null {
  const anchor = location.hash
    ? document.getElementById(decodeURIComponent(location.hash.slice(1)))
    : null;
  const kept = isBack ? scrollOf(location.key) : undefined;
  if (anchor || kept !== undefined) revealAll();
  if (kept !== undefined) window.scrollTo({ top: kept, behavior: 'instant' });
  else if (anchor) anchor.scrollIntoView(isNewPage ? { behavior: 'instant' } : {});
  else if (isNewPage) window.scrollTo({ top: 0, behavior: 'instant' });
  else window.scrollTo({ top: 0 });
  return headingOf(anchor ? anchor.id : 'main');
}

/**
 * After each navigation inside the page: scroll, focus, head and announcement, as a browser would have it
 * after a page load. @returns what the live region says.
 */
export function useArrival(): string {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const config = usePageConfig();
  const [announcement, announce] = useState('');
  const last = useRef(location);

  useEffect(() => keepScroll(), []);
  useLayoutEffect(() => {
    const from = last.current;
    if (from === location) return;
    last.current = location;
    const isNewPage = from.pathname !== location.pathname;
    const heading = arrive(location, isBack, isNewPage);
    heading?.focus({ preventScroll: true });
    if (!isNewPage) return;
    observeReveals();
    announce(heading?.textContent ?? '');
    fresh(() => import('../head/sync.ts')).then(({ syncHead }) => {
      // A page that failed is not what its address promises; the failure page has its own title.
      if (!document.querySelector('[data-failure]')) syncHead(location.pathname, config);
    });
  }, [location, isBack, config]);
  return announcement;
}

import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { EarlyAccess } from '../early-access/early-access.tsx';
import { Footer } from './footer.tsx';
import { Nav } from './nav.tsx';

/**
 * After a navigation, as after a page load, the focus is where it leads.
 * @returns the heading to be read out, where that is another page.
 */
function useArrival(): string {
  const location = useLocation();
  const last = useRef(location);
  const [announcement, announce] = useState('');
  useEffect(() => {
    if (last.current === location) return;
    const isNewPage = last.current.pathname !== location.pathname;
    last.current = location;
    const place =
      document.getElementById(location.hash.slice(1)) ?? document.getElementById('main');
    const heading = place?.querySelector<HTMLElement>('h1, h2');
    heading?.focus({ preventScroll: true });
    if (isNewPage) announce(heading?.textContent ?? '');
  }, [location]);
  return announcement;
}

/** What every page stands in. */
export function Layout() {
  const isLanding = useLocation().pathname === paths.home;
  const announcement = useArrival();
  // The router misses where to scroll if it is told before all has been drawn once.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return (
    <>
      <a
        className="fixed top-2 left-2 z-30 [translate:0_-200%] bg-ink px-4 py-3 font-semibold text-paper focus:[translate:none] print:hidden"
        href="#main"
      >
        Skip to content
      </a>
      <Nav isLanding={isLanding} />
      <main className="pt-nav" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <EarlyAccess isLanding={isLanding} />
      <Footer />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {isDrawn && <ScrollRestoration />}
    </>
  );
}

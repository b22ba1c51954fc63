import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { openDialog } from '../early-access/opening.ts';
import { Footer } from './footer.tsx';
import { Nav } from './nav.tsx';

/**
 * Moves the focus after a navigation to the heading of the page or section that the navigation leads to, and opens the
 * dialog if the link asks for it (`opensDialog`).
 * @returns the heading to announce after a change of page, otherwise ''.
 */
function useArrival(): string {
  const location = useLocation();
  const isBackOrForward = useNavigationType() === 'POP';
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
    if (location.state?.opensDialog && !isBackOrForward) openDialog();
  }, [location, isBackOrForward]);
  return announcement;
}

/** Renders the frame of every page: skip link, navigation, main content, footer, announcements. */
export function Layout() {
  const isLanding = useLocation().pathname === paths.home;
  const announcement = useArrival();
  // In the first render the router does not find the place to scroll to, because the page is not in the document yet. An
  // effect that ran later would leave the visitor time to go back before the router knows the scroll positions.
  const [isDrawn, setDrawn] = useState(false);
  useLayoutEffect(() => setDrawn(true), []);
  return (
    <>
      <a
        className="fixed top-2 left-2 z-30 [translate:0_-200%] bg-ink px-4 py-3 font-semibold text-paper focus:[translate:none] on-paper:hidden"
        href="#main"
      >
        Skip to content
      </a>
      <Nav isLanding={isLanding} />
      <main className="pt-nav" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {isDrawn && <ScrollRestoration />}
    </>
  );
}

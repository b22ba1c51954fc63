import { Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Arrival } from '../navigation/arrival.ts';
import { Footer } from './footer.tsx';
import { Nav } from './nav.tsx';
import { RouteBoundary } from './route-boundary.tsx';

/** What every page stands in. */
export function Layout() {
  const { pathname } = useLocation();
  const [announcement, announce] = useState('');
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Nav isLanding={pathname === paths.home} />
      <main id="main" tabIndex={-1}>
        <Suspense>
          <RouteBoundary key={pathname}>
            <Outlet />
          </RouteBoundary>
          <Arrival announce={announce} />
        </Suspense>
      </main>
      <Footer />
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

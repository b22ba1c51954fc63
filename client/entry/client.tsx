import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  createPath,
  type LazyRouteFunction,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { PageConfigContext, readPageConfig } from '../config/page-config.tsx';
import { routes } from '../routes.tsx';
import { openPageOfMissingChunk } from './missing-chunk.ts';
import { leaveScrollToBrowser } from './restored-scroll.ts';

/** Loads the page that is already on the screen: the router would show nothing until it is there. */
async function loadMatched(): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    const lazy: LazyRouteFunction<RouteObject> = route.lazy;
    Object.assign(route, await lazy(), { lazy: undefined });
  }
}

async function hydrate(): Promise<void> {
  await loadMatched();
  leaveScrollToBrowser();
  const router = createBrowserRouter(routes, { hydrationData: {} });
  openPageOfMissingChunk(() => {
    const goal = router.state.navigation.location;
    return goal && createPath(goal);
  });
  hydrateRoot(
    document.getElementById('root') as HTMLElement,
    <PageConfigContext value={readPageConfig()}>
      <RouterProvider router={router} />
    </PageConfigContext>,
  );
}

// Not awaited here: the page may be in this very script, which would then wait for itself.
hydrate();

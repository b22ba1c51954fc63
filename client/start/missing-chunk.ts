import { createPath, type DataRouter } from 'react-router-dom';

/**
 * Lets the browser open the next page itself when the script of that page is missing. A newer deployment removes the
 * scripts of the previous one. The page that the browser fetches names the newer scripts. Does nothing while the
 * browser is offline, or while the visitor leaves the page.
 */
export function openPageOfMissingChunk(router: Pick<DataRouter, 'state' | 'subscribe'>): void {
  let isLeaving = false;
  let hasFailed = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  /** Opens the page that the router is navigating to. Returns false if it does nothing. */
  const open = (): boolean => {
    const { location: goal } = router.state.navigation;
    if (!goal || isLeaving || !navigator.onLine) return false;
    location.assign(createPath(goal));
    return true;
  };
  addEventListener('vite:preloadError', (event) => {
    hasFailed ||= router.state.navigation.location !== undefined;
    if (open()) event.preventDefault();
  });
  // The router keeps the failure of a page that did not load while the browser was offline, and would show it for ever.
  router.subscribe(() => hasFailed && open());
}

/**
 * Lets the browser open the next page itself when the script of that page is missing. A newer deployment removes the
 * scripts of the previous one. The page that the browser fetches names the newer scripts. Does nothing while the
 * browser is offline, or while the visitor leaves the page.
 * @param goal returns the address that the router is navigating to, or undefined.
 */
export function openPageOfMissingChunk(goal: () => string | undefined): void {
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  addEventListener('vite:preloadError', (event) => {
    const address = goal();
    if (address === undefined || isLeaving || !navigator.onLine) return;
    event.preventDefault();
    location.assign(address);
  });
}

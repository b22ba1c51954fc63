/**
 * A newer deployment takes the scripts of the last one away: where the one of the next page is missing, the
 * browser opens that page itself, and gets the newer scripts with it. Without a connection it would find nothing,
 * and while the reader leaves it would bring them back.
 * @param goal the address that is being navigated to, if any.
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

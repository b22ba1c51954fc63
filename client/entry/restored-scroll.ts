/** Where the router keeps how far each entry of the history was scrolled. */
const storageKey = 'react-router-scroll-positions';

/**
 * The browser has brought the reader back to their place long before the router is here, and they may have
 * gone on since: the router must not do it again.
 */
export function leaveScrollToBrowser(): void {
  try {
    const positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    delete positions[history.state?.key ?? 'default'];
    sessionStorage.setItem(storageKey, JSON.stringify(positions));
  } catch {
    // Without storage there is nothing that it could restore.
  }
}

import type { Arrival } from '../../shared/signup/campaign.ts';

declare global {
  interface Navigator {
    /** Some browsers do not have this property (w3c.github.io/gpc). */
    readonly globalPrivacyControl?: boolean;
  }
}

/**
 * Returns how the visitor arrived at this document; null if the browser asks not to share data (Global Privacy Control). The
 * browser itself remembers the address of the first page: nothing is stored.
 */
export function arrival(): Arrival | null {
  if (navigator.globalPrivacyControl) return null;
  const [{ name } = { name: '' }] = performance.getEntriesByType('navigation');
  return { address: new URL(name, location.href), referrer: document.referrer };
}

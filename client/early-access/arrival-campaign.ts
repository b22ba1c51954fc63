import { campaignOf } from '../../shared/signup/campaign.ts';

declare global {
  interface Navigator {
    /** Some browsers do not have this property (w3c.github.io/gpc). */
    readonly globalPrivacyControl?: boolean;
  }
}

/**
 * Returns the campaign that brought the visitor to this document; undefined if there is none, or if the browser asks not
 * to share data (Global Privacy Control). The browser itself remembers the address of the first page: nothing is stored.
 */
export function arrivalCampaign(): string | undefined {
  if (navigator.globalPrivacyControl) return;
  const [{ name } = { name: '' }] = performance.getEntriesByType('navigation');
  const address = new URL(name, location.href);
  return campaignOf({ address, referrer: document.referrer }) ?? undefined;
}

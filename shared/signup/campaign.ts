import { asCampaign, signupLimits } from './contract.ts';

/** What a browser says about where a visitor came from. */
export interface Arrival {
  /** The address of the page that the visitor arrived at, with its query. */
  address: URL;
  /** The address of the page that led here; empty where the browser does not say. */
  referrer: string;
}

/**
 * Writes a value of a link in the characters of a campaign: `Spring Sale` becomes `spring-sale`. Returns '' for a value
 * without a letter and a digit.
 */
function clean(value: string | null): string {
  const text = (value ?? '').toLowerCase();
  if (!/[a-z0-9]/.test(text)) return '';
  return text
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '');
}

/** Returns the host name of a referrer outside of this site; otherwise ''. */
function outsideHost({ address, referrer }: Arrival): string {
  if (!URL.canParse(referrer)) return '';
  const { host, hostname, protocol } = new URL(referrer);
  return /^https?:$/.test(protocol) && host !== address.host ? hostname : '';
}

/**
 * Returns the campaign that brought a visitor: `source/campaign` from `utm_source` and `utm_campaign`. Without
 * `utm_source` the host name of an outside referrer is the source. Returns null if there is no source.
 */
export function campaignOf(arrival: Arrival): string | null {
  const { searchParams } = arrival.address;
  const source = clean(searchParams.get('utm_source')) || clean(outsideHost(arrival));
  const campaign = clean(searchParams.get('utm_campaign'));
  if (source === '') return null;
  const joined = campaign === '' ? source : `${source}/${campaign}`;
  const short = joined.slice(0, signupLimits.campaignLength);
  // The cut may leave a second part without a letter and a digit.
  return asCampaign(short) ?? asCampaign(source.slice(0, signupLimits.campaignLength));
}

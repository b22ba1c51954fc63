import type { Settings } from '../../shared/settings/schema.ts';
import { createProbe } from '../ping/probe.ts';
import { causes, innermost, networkCause, Unreachable } from '../reach/causes.ts';
import type { LiveFinding } from './report.ts';

const patienceMs = 5000;

/** Runs one attempt and says how it went. */
async function attempt(
  name: string,
  target: string,
  work: () => Promise<void>,
): Promise<LiveFinding> {
  try {
    await work();
    return { name, target };
  } catch (error) {
    const cause =
      error instanceof Unreachable ? error.reason : (networkCause(error) ?? ('http' as const));
    return {
      name,
      target,
      problem: `${cause.replaceAll('_', ' ')} (${innermost(error)})`,
      remedy: causes[cause],
    };
  }
}

/** The site as visitors have it: through DNS, TLS and whatever stands in front. */
const site = ({ SITE_ORIGIN }: Settings) =>
  attempt('site', SITE_ORIGIN, async () => {
    const url = `${SITE_ORIGIN}/healthz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    if (!response.ok) throw new Unreachable('http', `${response.status} from ${url}`);
  });

async function backend(settings: Settings): Promise<LiveFinding> {
  const probe = await createProbe(settings);
  return attempt('backend', probe.target, async () => {
    await probe.prepare();
    await probe.attempt();
  }).finally(probe.close);
}

/** siteverify judges the secret before the token, so a token that cannot be good tells. */
const botCheck = ({ TURNSTILE_VERIFY_URL, TURNSTILE_SECRET_KEY = '' }: Settings) =>
  attempt('bot check', TURNSTILE_VERIFY_URL, async () => {
    const response = await fetch(TURNSTILE_VERIFY_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret: TURNSTILE_SECRET_KEY, response: 'deckwright-check' }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const { 'error-codes': codes = [] } = (await response.json()) as { 'error-codes'?: string[] };
    if (codes.includes('invalid-input-secret')) {
      throw new Unreachable('http', 'TURNSTILE_SECRET_KEY is not accepted');
    }
  });

/** What of the outside world these settings name, and whether it answers. */
export const live = (settings: Settings): Promise<LiveFinding[]> =>
  Promise.all([
    site(settings),
    backend(settings),
    ...(settings.TURNSTILE_SECRET_KEY ? [botCheck(settings)] : []),
  ]);

import { pageConfig } from '../../../../server/config.ts';
import { canonical, robots } from '../../../../shared/head.ts';
import { homePage } from '../../../../shared/pages.ts';
import { paths } from '../../../../shared/paths.ts';
import { backendOf, hasMail } from '../../../../shared/settings/backend.ts';
import type { Settings } from '../../../../shared/settings/schema.ts';
import { canaryHeader } from '../../../../shared/signup/contract.ts';
import { createCanary } from '../../../remote/canary.ts';
import { deployedFunction } from '../../../remote/edge-function.ts';
import { localAddress, requireReady } from '../../../remote/local-server.ts';
import { readServedPage } from '../../../remote/served-head.ts';
import { createSmtp } from '../../../remote/smtp.ts';
import { Unreachable } from '../../../remote/unreachable.ts';
import type { Finding } from '../report.ts';
import { judgeFileAge } from './age.ts';
import { attempt } from './attempt.ts';
import { database } from './database.ts';
import { judgeDeliveries } from './deliveries.ts';
import { mailRecords } from './mail-records.ts';
import { judgeRoom } from './room.ts';

const timeoutMs = 5000;

/** The fields of the response of `/readyz` that this file reads. */
interface Readiness {
  ready?: unknown;
  /** The address under which the server counts this request. The server sends it only with the metrics token. */
  visitor?: unknown;
}

/** Tries the site as visitors reach it: through DNS, TLS and every proxy. */
const site = (settings: Settings) => {
  const { SITE_ORIGIN, METRICS_TOKEN } = settings;
  return attempt('site', SITE_ORIGIN, async () => {
    const url = `${SITE_ORIGIN}/readyz`;
    // An address of documentation (RFC 5737). A proxy replaces it, or adds the true address to it.
    const forged = '192.0.2.66';
    const bearer = METRICS_TOKEN ? { Authorization: `Bearer ${METRICS_TOKEN}` } : {};
    const headers = { 'X-Forwarded-For': forged, ...bearer };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const body: Readiness | null = await response.json().catch(() => null);
    if (typeof body?.ready !== 'boolean') {
      throw new Unreachable('http', `${response.status} from ${url}`);
    }
    await requireHead(SITE_ORIGIN, settings);
    if (!METRICS_TOKEN) return 'whose TRUST_PROXY is tried only with METRICS_TOKEN';
    if (body.visitor !== forged) return;
    throw new Unreachable('forged_address', 'the server believes X-Forwarded-For of any visitor');
  });
};

/** Rejects when the home page at an address has another origin, or tells robots something else, than these settings. */
async function requireHead(address: string, settings: Settings): Promise<void> {
  const config = pageConfig(settings);
  const { head } = await readServedPage(`${address}${paths.home}`);
  const wanted = { canonical: canonical(homePage, config), robots: robots(homePage, config) };
  for (const field of ['canonical', 'robots'] as const) {
    if (head[field] === wanted[field]) continue;
    throw new Unreachable(
      'other_settings',
      `its home page has ${field} ${head[field] ?? 'nothing'}, not ${wanted[field] ?? 'nothing'}`,
    );
  }
}

/** Tries the server of these settings, and names the commit that runs. */
const server = (settings: Settings) =>
  attempt('server', localAddress(settings), async () => {
    const { backend, version, revision } = await requireReady(localAddress(settings));
    if (backend !== backendOf(settings)) {
      throw new Unreachable('other_settings', `it runs on ${backend}`);
    }
    await requireHead(localAddress(settings), settings);
    return `runs version ${version}${revision ? `, commit ${revision}` : ''}`;
  });

/** Tries the function and its key. */
const supabase = (settings: Settings, url: string) =>
  attempt('function', url, async () => {
    const { acceptsKey, health } = deployedFunction(settings, url);
    await acceptsKey();
    await health();
  });

/** Tries whether the function has the same secret as the server. */
const proxySecret = (settings: Settings, url: string, secret: string) =>
  attempt('proxy secret', url, () =>
    deployedFunction(settings, url).accepts({}, { [canaryHeader]: secret }),
  );

/** Tries the secret key of the bot check. siteverify judges the secret before the token, so an invalid token is enough. */
const botCheck = ({ TURNSTILE_VERIFY_URL, TURNSTILE_SECRET_KEY = '' }: Settings) =>
  attempt('bot check', TURNSTILE_VERIFY_URL, async () => {
    const response = await fetch(TURNSTILE_VERIFY_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret: TURNSTILE_SECRET_KEY, response: 'deckwright-check' }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { 'error-codes': codes = [] } = (await response.json()) as { 'error-codes'?: string[] };
    if (codes.includes('invalid-input-secret')) {
      const remedy = 'Copy the secret key from Turnstile, of the widget that has the site key.';
      throw new Unreachable('wrong_key', 'TURNSTILE_SECRET_KEY is not accepted', remedy);
    }
  });

/** Opens a session with the SMTP server and logs in. Sends nothing. */
async function smtp(settings: Settings): Promise<Finding> {
  const { target, verify } = await createSmtp(settings);
  return attempt('SMTP', target, async () => void (await verify()));
}

/** Sends a trial sign-up by the whole path. It leaves no row. */
async function signUp(settings: Settings): Promise<Finding> {
  const { target, send } = await createCanary(settings);
  return attempt('sign-up', target, send);
}

/**
 * Tries everything outside this process that the settings name.
 * @param hasDataFolder whether this machine has a data folder that can be written.
 * @param dnsServer the DNS server to ask for the records of the sender's domain; undefined: this machine's.
 */
export async function live(
  settings: Settings,
  { hasDataFolder, dnsServer }: { hasDataFolder: boolean; dnsServer?: string | undefined },
): Promise<Finding[]> {
  const { DATABASE_URL, SUPABASE_URL: url, TURNSTILE_SECRET_KEY } = settings;
  const { SIGNUP_PROXY_SECRET: secret } = settings;
  const findings = await Promise.all([
    site(settings),
    server(settings),
    ...(url ? [supabase(settings, url)] : []),
    ...(hasDataFolder ? [judgeRoom(settings.DATA_DIR), judgeFileAge(settings.DATA_DIR)] : []),
    ...(url && secret ? [proxySecret(settings, url, secret)] : []),
    ...(TURNSTILE_SECRET_KEY ? [botCheck(settings)] : []),
    ...(DATABASE_URL ? [database(DATABASE_URL)] : []),
    ...(hasMail(settings) ? [smtp(settings), mailRecords(settings, dnsServer)] : []),
    judgeDeliveries(settings),
    signUp(settings),
  ]);
  return findings.flat();
}

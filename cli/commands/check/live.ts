import { statfs } from 'node:fs/promises';
import { openPostgresDatabase } from '../../../server/stores/maintenance/postgres.ts';
import { backendOf, hasOutbox } from '../../../shared/settings/backend.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { canaryHeader } from '../../../shared/signup/contract.ts';
import { createCanary } from '../../reach/canary.ts';
import { Unreachable, unreachable } from '../../reach/causes.ts';
import { deployedFunction } from '../../reach/function.ts';
import { localAddress, requireReady } from '../../reach/local-server.ts';
import { nearestExisting } from './data-folder.ts';
import type { LiveFinding } from './report.ts';

const patienceMs = 5000;

/** Runs one attempt and says how it went, and what it found out. */
async function attempt(
  name: string,
  target: string,
  work: () => Promise<unknown>,
): Promise<LiveFinding> {
  try {
    const found = await work();
    return { name, target: found ? `${target}, ${found}` : target };
  } catch (error) {
    const { code, message, details } = error instanceof Unreachable ? error : unreachable(error);
    // The first is a trial that wants a secret which is not set.
    const isWarning = ['no_secret', 'superuser', 'forged_address'].includes(code);
    const kind = isWarning ? 'warning' : 'problem';
    return { name, target, [kind]: `${code.replaceAll('_', ' ')} (${message})`, ...details };
  }
}

/**
 * Tries the site as visitors reach it: through DNS, TLS and every proxy. With the metrics token, the server tells the
 * address that the request is counted under, and a forged one is noticed.
 */
const site = ({ SITE_ORIGIN, METRICS_TOKEN }: Settings) =>
  attempt('site', SITE_ORIGIN, async () => {
    const url = `${SITE_ORIGIN}/readyz`;
    // Nobody’s address (RFC 5737). A proxy in front writes over it, or adds to it.
    const forged = '192.0.2.66';
    const signal = AbortSignal.timeout(patienceMs);
    const bearer = METRICS_TOKEN ? { Authorization: `Bearer ${METRICS_TOKEN}` } : {};
    const headers = { 'X-Forwarded-For': forged, ...bearer };
    const response = await fetch(url, { headers, signal });
    const said = await response.text();
    if (!said.includes('"ready"')) throw new Unreachable('http', `${response.status} from ${url}`);
    if (!METRICS_TOKEN) return 'whose TRUST_PROXY is tried only with METRICS_TOKEN';
    if (!said.includes(`"${forged}"`)) return;
    throw new Unreachable('forged_address', `whoever sends X-Forwarded-For is believed`);
  });

/** The server of these settings, and which commit of it runs. */
const server = (settings: Settings) =>
  attempt('server', localAddress(settings), async () => {
    const { backend, version, revision } = await requireReady(localAddress(settings));
    if (backend !== backendOf(settings)) {
      throw new Unreachable('other_settings', `it runs on ${backend}`);
    }
    return `runs version ${version}${revision ? `, commit ${revision}` : ''}`;
  });

/** The function and its key. */
const supabase = (settings: Settings, url: string) =>
  attempt('function', url, async () => {
    const { acceptsKey, health } = deployedFunction(settings, url);
    await acceptsKey();
    await health();
  });

const roleQuery = 'select rolname, rolsuper from pg_roles where rolname = current_user';

/** The database that this process would reach. */
const database = (url: string) => {
  const { host, pathname } = new URL(url);
  return attempt('database', host + pathname, async () => {
    const fail = (error: unknown) => {
      const failed = unreachable(error);
      const isPlain = failed.code === 'dns' || failed.code === 'refused';
      throw isPlain ? failed : new Unreachable('database', failed.message);
    };
    const signups = await openPostgresDatabase(url).catch(fail);
    const [role] = await signups.query(roleQuery).catch(fail).finally(signups.close);
    if (role?.rolsuper) throw new Unreachable('superuser', `${role.rolname} is a superuser`);
  });
};

/** Whether the function believes the server: both have the same secret. */
const proxySecret = (settings: Settings, url: string, secret: string) =>
  attempt('proxy secret', url, () =>
    deployedFunction(settings, url).accepts({}, { [canaryHeader]: secret }),
  );

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
      const remedy = 'Copy the secret key from Turnstile, of the widget that has the site key.';
      throw new Unreachable('wrong_key', 'TURNSTILE_SECRET_KEY is not accepted', remedy);
    }
  });

/** What a sign-up would meet: a trial by the whole path, which leaves nothing. */
async function signUp(settings: Settings): Promise<LiveFinding> {
  const { target, send } = await createCanary(settings);
  return attempt('sign-up', target, send);
}

/** Least room for data that is no problem and no warning, in bytes. */
const leastRoom = { problem: 50e6, warning: 500e6 } as const;

async function disk({ DATA_DIR }: Settings): Promise<LiveFinding> {
  const { bavail, bsize } = await statfs(nearestExisting(DATA_DIR));
  const free = Number(bavail) * Number(bsize);
  const says = `${Math.round(free / 1e6)} MB are free`;
  const remedy = 'Make room, or sign-ups will be refused.';
  const kind = free < leastRoom.problem ? 'problem' : free < leastRoom.warning ? 'warning' : null;
  return { name: 'disk', target: `${DATA_DIR}, ${says}`, ...(kind && { [kind]: says, remedy }) };
}

/** What of the outside world these settings name, and how it is. */
export function live(settings: Settings): Promise<LiveFinding[]> {
  const { DATABASE_URL, SUPABASE_URL: url, TURNSTILE_SECRET_KEY } = settings;
  const { SIGNUP_PROXY_SECRET: secret } = settings;
  return Promise.all([
    site(settings),
    server(settings),
    ...(url ? [supabase(settings, url)] : []),
    ...(backendOf(settings) === 'sqlite' || hasOutbox(settings) ? [disk(settings)] : []),
    ...(url && secret ? [proxySecret(settings, url, secret)] : []),
    ...(TURNSTILE_SECRET_KEY ? [botCheck(settings)] : []),
    ...(DATABASE_URL ? [database(DATABASE_URL)] : []),
    signUp(settings),
  ]);
}

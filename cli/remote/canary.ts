import type { Settings } from '../../shared/settings/schema.ts';
import { canaryEmail, canaryHeader, defaultSource } from '../../shared/signup/contract.ts';
import { signupPath } from '../../shared/signup/paths.ts';
import { deployedFunction } from './edge-function.ts';
import { isServerAt, localAddress } from './local-server.ts';
import { Unreachable, unreachable } from './unreachable.ts';

export type Canary = Awaited<ReturnType<typeof createCanary>>;

const body = {
  email: canaryEmail,
  source: defaultSource,
  turnstileToken: null,
  formFillTime: 5000,
  userAgent: 'deckwright ping --canary',
};

/** Sends the trial sign-up to a server. Rejects with Unreachable. */
async function sendTo(address: string, secret: string, timeoutMs: number): Promise<void> {
  const response = await fetch(`${address}${signupPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [canaryHeader]: secret },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw unreachable(error, 'no_server');
  });
  const text = await response.text();
  if (response.ok) return;
  const cause = response.status === 401 ? 'wrong_secret' : 'http';
  throw new Unreachable(cause, `${response.status} ${text.slice(0, 300)}`);
}

/**
 * Prepares a trial sign-up by the whole path: through the server, or, when no server runs and Supabase judges, to the
 * function. The limits and the bot check do not apply to it. Its row is deleted in the transaction that writes it.
 * @param url the address of the server. By default the server of these settings.
 */
export async function createCanary(settings: Settings, url?: string) {
  const { SIGNUP_PROXY_SECRET: secret, SUPABASE_URL, UPSTREAM_TIMEOUT_MS } = settings;
  const server = url ?? localAddress(settings);
  const asksFunction = SUPABASE_URL && url === undefined && !(await isServerAt(server));
  return {
    /** The address to which the trial sign-up is sent. */
    target: asksFunction ? SUPABASE_URL : server,
    /** Sends the trial sign-up. Rejects with Unreachable. */
    async send(): Promise<void> {
      if (!secret) throw new Unreachable('no_secret', 'a canary needs SIGNUP_PROXY_SECRET');
      if (!asksFunction) return sendTo(server, secret, UPSTREAM_TIMEOUT_MS + 2000);
      await deployedFunction(settings, SUPABASE_URL).accepts(body, { [canaryHeader]: secret });
    },
  };
}

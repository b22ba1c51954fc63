import type { Settings } from '../../shared/settings/schema.ts';
import {
  canaryEmail,
  canaryHeader,
  defaultSource,
  signupPath,
} from '../../shared/signup/contract.ts';
import { Failure } from '../failure.ts';
import { type Cause, causes, Unreachable, unreachable } from './causes.ts';
import { deployedFunction } from './function.ts';
import { isServerAt, localAddress } from './local-server.ts';

export interface CanaryReport {
  ok: boolean;
  /** Where it was sent. */
  target: string;
  cause?: Cause;
  detail?: string;
  remedy?: string;
  /** Milliseconds from sending to the answer. */
  ms: number;
}

const body = {
  email: canaryEmail,
  source: defaultSource,
  turnstileToken: null,
  formFillTime: 5000,
  userAgent: 'deckwright ping --canary',
};

/** Rejects with Unreachable. */
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
 * Sends a trial sign-up by the whole path: through the server, or where none runs and Supabase judges, to the
 * function. It passes every rule but the limits and the bot check, and its row is deleted as it is written.
 * Throws a Failure without the secret that marks it.
 */
export async function runCanary(settings: Settings, url?: string): Promise<CanaryReport> {
  const { SIGNUP_PROXY_SECRET: secret, SUPABASE_URL, UPSTREAM_TIMEOUT_MS } = settings;
  if (!secret) {
    throw new Failure('no_secret', '--canary needs SIGNUP_PROXY_SECRET', causes.wrong_secret);
  }
  const server = url ?? localAddress(settings);
  const asksFunction = SUPABASE_URL && url === undefined && !(await isServerAt(server));
  const target = asksFunction ? SUPABASE_URL : server;
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  try {
    if (asksFunction) {
      await deployedFunction(settings, SUPABASE_URL).signUp(body, { [canaryHeader]: secret });
    } else {
      await sendTo(server, secret, UPSTREAM_TIMEOUT_MS + 2000);
    }
    return { ok: true, target, ms: elapsed() };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const { reason: cause, message: detail } = error;
    return { ok: false, target, cause, detail, remedy: causes[cause], ms: elapsed() };
  }
}

import { randomUUID } from 'node:crypto';
import type { Settings } from '../../shared/settings/schema.ts';
import { defaultSource, signupPath } from '../../shared/signup/contract.ts';
import { Failure } from '../failure.ts';
import { innermost, networkCause, Unreachable } from '../reach/causes.ts';
import { deployedFunction } from '../reach/function.ts';
import { localAddress, serverAnswers } from '../reach/local-server.ts';
import { reachOwner, requireDatabase } from '../records/owner.ts';
import { startServer } from '../started-server.ts';

/** The steps of a canary, in order. */
type Step = 'prepare' | 'start a server' | 'sign up' | 'find the row' | 'remove it';

export interface CanaryReport {
  ok: boolean;
  email: string;
  /** Which way the sign-up went. */
  through: 'running server' | 'own server' | 'function';
  brokeAt?: Step;
  detail?: string;
  remedy?: string;
  /** Milliseconds from the first step to the last. */
  ms: number;
}

/** `.invalid` is reserved: no mail of ours can ever reach somebody by it. */
const canaryAddress = (): string => `canary-${randomUUID()}@deckwright.invalid`;

const body = (email: string) => ({
  email,
  source: defaultSource,
  turnstileToken: null,
  formFillTime: 5000,
  userAgent: 'deckwright canary',
});

/** As a browser would send it. Rejects with Unreachable. */
async function signUpAt(address: string, email: string, timeoutMs: number): Promise<void> {
  const response = await fetch(`${address}${signupPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body(email)),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Unreachable(networkCause(error) ?? 'http', innermost(error));
  });
  const text = await response.text();
  if (!response.ok) throw new Unreachable('http', `${response.status} ${text.slice(0, 300)}`);
}

/** The row is proved by removing it: nothing is erased that was not saved. */
async function removeRow(settings: Settings, email: string, enter: (step: Step) => void) {
  enter('find the row');
  const owner = await reachOwner(settings);
  try {
    await owner.ask({ method: 'ping' });
    enter('remove it');
    const { erased } = (await owner.ask({ method: 'erase', email })) as { erased: number };
    if (erased === 1) return;
    enter('find the row');
    throw new Error('the sign-up was accepted, and no row was saved');
  } finally {
    await owner.close();
  }
}

/**
 * Makes one sign-up with a marked address the way a prospect does, and removes it again:
 * through the running server, else through one started for it (embedded, Postgres) or the function (Supabase).
 */
export async function runCanary(settings: Settings): Promise<CanaryReport> {
  const email = canaryAddress();
  const start = performance.now();
  const running = await serverAnswers(settings);
  const through = running ? 'running server' : settings.SUPABASE_URL ? 'function' : 'own server';
  let step: Step = 'prepare';
  const enter = (next: Step) => {
    step = next;
  };
  const patience = settings.UPSTREAM_TIMEOUT_MS + 2000;
  const signUpAndRemove = async (send: () => Promise<void>) => {
    enter('sign up');
    await send();
    await removeRow(settings, email, enter);
  };
  const throughOwnServer = async () => {
    enter('start a server');
    const server = await startServer();
    await signUpAndRemove(() => signUpAt(server.address, email, patience)).finally(server.stop);
  };
  const report = { email, through } as const;
  const elapsed = () => Math.round(performance.now() - start);
  try {
    // Nothing is signed up that could not be removed again.
    requireDatabase(settings);
    if (running) {
      await signUpAndRemove(() => signUpAt(localAddress(settings), email, patience));
    } else if (settings.SUPABASE_URL) {
      const { signUp } = deployedFunction(settings, settings.SUPABASE_URL);
      await signUpAndRemove(() => signUp(body(email)));
    } else {
      await throughOwnServer();
    }
    return { ok: true, ...report, ms: elapsed() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const remedy = error instanceof Failure && error.remedy ? { remedy: error.remedy } : {};
    return { ok: false, ...report, brokeAt: step, detail, ...remedy, ms: elapsed() };
  }
}

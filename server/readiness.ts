import type { Logger } from './observability/log.ts';
import type { Backend } from './signup/backend.ts';

/** Milliseconds that an answer of the backend is reused. */
const cachedMs = 1_000;
/** Milliseconds that the backend has to answer. */
const timeoutMs = 2_000;
/** Milliseconds between two checks that the server makes without a request. */
const intervalMs = 15_000;

interface Readiness {
  ready: boolean;
  /** Why the server is not ready. The reason may name files, hosts and users. */
  reason?: string;
}

/** Watches whether the backend takes sign-ups, and logs each change. */
export function watchReadiness(backend: Pick<Backend, 'name' | 'requireReady'>, log: Logger) {
  const { name, requireReady } = backend;
  let state: 'starting' | 'ready' | 'lost' = 'starting';
  let answer: Promise<Readiness> | undefined;
  let isDraining = false;

  const logChange = ({ ready, reason }: Readiness): void => {
    if (ready && state === 'starting') log.info({ backend: name }, 'ready');
    if (ready && state === 'lost') log.info({ backend: name }, 'backend back');
    if (!ready && state === 'ready') log.warn({ backend: name, reason }, 'backend lost');
  };
  const ask = async (): Promise<Readiness> => {
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(reject, timeoutMs, new Error(`no answer within ${timeoutMs} ms`)).unref();
    });
    const latest: Readiness = await Promise.race([requireReady(), timeout]).then(
      () => ({ ready: true }),
      (error: Error) => ({ ready: false, reason: error.message }),
    );
    if (!isDraining) logChange(latest);
    if (latest.ready) state = 'ready';
    else if (state === 'ready') state = 'lost';
    setTimeout(() => {
      answer = undefined;
    }, cachedMs).unref();
    return latest;
  };
  /** Returns whether the backend is ready. Asks the backend at most once a second. */
  const check = async (): Promise<Readiness> => {
    if (isDraining) return { ready: false, reason: 'shutting down' };
    answer ??= ask();
    return answer;
  };
  const interval = setInterval(check, intervalMs).unref();
  return {
    check,
    /** Returns the last known state without asking the backend. */
    isReady: () => state === 'ready' && !isDraining,
    /** Returns whether the server shuts down. */
    isDraining: () => isDraining,
    /** From now on, `check` says that the server is not ready, so that proxies send traffic elsewhere. */
    drain() {
      isDraining = true;
      clearInterval(interval);
    },
  };
}

import type { Logger } from './observability/log.ts';
import type { Backend } from './signup/service.ts';

/** Milliseconds that an answer holds, that the backend may take for one, and between our own questions. */
const cachedMs = 1_000;
const patienceMs = 2_000;
const intervalMs = 15_000;

interface Readiness {
  ready: boolean;
  /** What is not ready; may name files, hosts and users. */
  reason?: string;
}

/** Knows whether the backend takes sign-ups, and logs each change. */
export function watchReadiness(backend: Pick<Backend, 'name' | 'requireReady'>, log: Logger) {
  const { name, requireReady } = backend;
  let state: 'starting' | 'ready' | 'lost' = 'starting';
  let answer: Promise<Readiness> | undefined;
  let isDraining = false;

  const tell = ({ ready, reason }: Readiness): void => {
    if (ready && state === 'starting') log.info({ backend: name }, 'ready');
    if (ready && state === 'lost') log.info({ backend: name }, 'backend back');
    if (!ready && state === 'ready') log.warn({ backend: name, reason }, 'backend lost');
  };
  const ask = async (): Promise<Readiness> => {
    const late = new Promise<never>((_, reject) => {
      setTimeout(reject, patienceMs, new Error(`no answer within ${patienceMs} ms`)).unref();
    });
    const latest: Readiness = await Promise.race([requireReady(), late]).then(
      () => ({ ready: true }),
      (error: Error) => ({ ready: false, reason: error.message }),
    );
    if (!isDraining) tell(latest);
    if (latest.ready) state = 'ready';
    else if (state === 'ready') state = 'lost';
    setTimeout(() => {
      answer = undefined;
    }, cachedMs).unref();
    return latest;
  };
  /** Asks the backend, once at a time and at most once a second. */
  const check = async (): Promise<Readiness> => {
    if (isDraining) return { ready: false, reason: 'shutting down' };
    answer ??= ask();
    return answer;
  };
  const interval = setInterval(check, intervalMs).unref();
  return {
    check,
    /** As far as is known, without asking. */
    isReady: () => state === 'ready' && !isDraining,
    /** From now on traffic is sent elsewhere. */
    drain() {
      isDraining = true;
      clearInterval(interval);
    },
  };
}

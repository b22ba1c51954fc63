import type { Logger } from './observability/log.ts';
import type { Backend, Readiness } from './signup/service.ts';

/** Milliseconds that an answer holds, that the backend may take for one, and between our own questions. */
const cachedMs = 1_000;
const patienceMs = 2_000;
const intervalMs = 15_000;

export interface ReadinessWatch {
  /** Asks the backend, once at a time and at most once a second. */
  check(): Promise<Readiness>;
  /** As far as is known, without asking. */
  isReady(): boolean;
  /** From now on traffic is sent elsewhere. */
  drain(): void;
}

/** Knows whether the backend takes sign-ups, and logs each change. */
export function watchReadiness(
  backend: Pick<Backend, 'name' | 'readiness'>,
  log: Pick<Logger, 'info' | 'warn'>,
): ReadinessWatch {
  let known: Readiness | undefined;
  let answer: Promise<Readiness> | undefined;
  let isDraining = false;

  const tell = ({ ready, reason }: Readiness): void => {
    const { name } = backend;
    if (ready && !known) log.info({ backend: name }, 'ready');
    else if (ready && !known?.ready) log.info({ backend: name }, 'backend back');
    else if (!ready && known?.ready) log.warn({ backend: name, reason }, 'backend lost');
  };
  const ask = async (): Promise<Readiness> => {
    const late = Promise.withResolvers<Readiness>();
    const reason = `no answer within ${patienceMs} ms`;
    setTimeout(late.resolve, patienceMs, { ready: false, reason }).unref();
    const failed = (error: unknown): Readiness => ({ ready: false, reason: String(error) });
    const latest = await Promise.race([backend.readiness().catch(failed), late.promise]);
    if (!isDraining) tell(latest);
    known = latest;
    setTimeout(() => {
      answer = undefined;
    }, cachedMs).unref();
    return latest;
  };
  const check = async (): Promise<Readiness> => {
    if (isDraining) return { ready: false, reason: 'shutting down' };
    answer ??= ask();
    return answer;
  };
  const interval = setInterval(check, intervalMs).unref();
  return {
    check,
    isReady: () => known?.ready === true && !isDraining,
    drain() {
      isDraining = true;
      clearInterval(interval);
    },
  };
}

import { syncBuiltinESMExports } from 'node:module';
import { type FakeMethod, install } from '@sinonjs/fake-timers';

/** Turns of the event loop without an end of the work, after which the work must be waiting for a timer. */
const idleTurns = 12;

const faked: FakeMethod[] = [
  'Date',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
];

export type Clock = ReturnType<typeof installClock>;

/**
 * Replaces the clock and the timers of this process. Time passes only when the simulation says so.
 * `setImmediate` and the network of the machine stay real, because files and databases need them.
 * @param start in milliseconds since 1970.
 */
export function installClock(start: number) {
  const turn = setImmediate;
  const clock = install({ now: start, toFake: faked });
  const { timeout } = AbortSignal;
  const fakeSetTimeout = globalThis.setTimeout;
  // The check of the whole file begins a second after the file is opened, and runs in a child process of real time.
  const withoutFileCheck = (work: () => void, ...rest: unknown[]) =>
    fakeSetTimeout(work.name === 'check' ? () => {} : work, ...(rest as [number]));
  globalThis.setTimeout = Object.assign(withoutFileCheck, fakeSetTimeout) as typeof setTimeout;
  // Node’s own signal would wait in real time.
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    const why = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    fakeSetTimeout(() => controller.abort(why), ms);
    return controller.signal;
  };
  // Modules that import `setTimeout` of `node:timers/promises` see the replacement only after this call.
  syncBuiltinESMExports();
  /** Lets work go on that waits for no timer. */
  const idle = async (until = () => false): Promise<void> => {
    for (let turns = 0; turns < idleTurns && !until(); turns += 1) {
      await new Promise<void>((resolve) => turn(() => resolve()));
    }
  };
  return {
    now: () => clock.now,
    idle,
    /** Sets the clock without letting a timer end, as an operator or NTP does. */
    jump: (ms: number) => clock.setSystemTime(clock.now + ms),
    /** Lets time pass. Timers end in their order, and the work behind each goes on before the next one ends. */
    async pass(ms: number): Promise<void> {
      let isOver = false;
      fakeSetTimeout(() => {
        isOver = true;
      }, ms);
      await idle();
      while (!isOver) {
        clock.next();
        await idle();
      }
    },
    /** Waits for work. Lets time pass up to the next timer whenever the work waits for nothing else. */
    async settle<Result>(work: Promise<Result>): Promise<Result> {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      for (;;) {
        await idle(() => isOver);
        if (isOver) return work;
        await clock.nextAsync();
      }
    },
    uninstall() {
      AbortSignal.timeout = timeout;
      clock.uninstall();
      syncBuiltinESMExports();
    },
  };
}

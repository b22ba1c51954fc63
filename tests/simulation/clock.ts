// Node’s HTTP server keeps the timer functions that are there when Node loads it. If the simulation had replaced them by
// then, the server would keep the simulation’s functions for every test that follows.
import 'node:http';
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

/** Milliseconds of real time within which a database answers, unless something is wrong with the simulation. */
const stuckMs = 20_000;
/** Milliseconds of simulated time after which work is never over. */
const endlessMs = 3_600_000;

/** A network of the machine in the hand of the simulation, which carries answers in real time. */
export interface RealNetwork {
  /** Whether an answer is on its way. */
  isBusy(): boolean;
  /** Resolves when no answer is on its way. */
  quiet(): Promise<void>;
  /** The number of messages so far. */
  traffic(): number;
}

export type Clock = ReturnType<typeof installClock>;

/** Returns whether this process reads or writes a file in another thread. */
const isUsingFiles = (): boolean =>
  process.getActiveResourcesInfo().some((name) => /^(FSReq|CloseReq)/.test(name));

/**
 * Replaces the clock and the timers of this process. Time passes only when the simulation says so.
 * `setImmediate` and the network of the machine stay real, because files and databases need them.
 * @param start in milliseconds since 1970.
 * @param networks on which answers are awaited in real time.
 */
export function installClock(start: number, networks: readonly RealNetwork[] = []) {
  const turn = setImmediate;
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  const clock = install({ now: start, toFake: faked });
  const { timeout } = AbortSignal;
  const fakeSetTimeout = globalThis.setTimeout;
  // Node’s own signal would wait in real time.
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    const why = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    fakeSetTimeout(() => controller.abort(why), ms);
    return controller.signal;
  };
  // Modules that import `setTimeout` of `node:timers/promises` see the replacement only after this call.
  syncBuiltinESMExports();
  const traffic = (): number => networks.reduce((sum, network) => sum + network.traffic(), 0);
  const quiet = async (network: RealNetwork): Promise<void> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = realSetTimeout(reject, stuckMs, new Error('the database does not answer'));
    await Promise.race([network.quiet(), promise]).finally(() => realClearTimeout(timer));
  };
  /** Lets work go on that waits for no timer. */
  const idle = async (until = () => false): Promise<void> => {
    let seen = traffic();
    for (let turns = 0; turns < idleTurns && !until(); turns += 1) {
      await new Promise<void>((resolve) => turn(() => resolve()));
      for (const network of networks) if (network.isBusy()) await quiet(network);
      if (traffic() !== seen || isUsingFiles()) turns = 0;
      seen = traffic();
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
      const begun = clock.now;
      while (clock.now - begun < endlessMs) {
        await idle(() => isOver);
        if (isOver) return work;
        await clock.nextAsync();
      }
      throw new Error('the work does not end');
    },
    uninstall() {
      AbortSignal.timeout = timeout;
      clock.uninstall();
      syncBuiltinESMExports();
    },
  };
}

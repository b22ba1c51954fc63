export interface Watchdog {
  /** An answer is owed, or one more has come: from now on, wait this many milliseconds for the next. */
  watch(ms: number): void;
  /** Nothing is owed any more. */
  rest(): void;
}

/** A machine that stood still wakes with its clock past every deadline: only the second in a row counts. */
const strikesNeeded = 2;

/** Barks once when an answer that is owed does not come. */
export function createWatchdog(bark: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined;
  let strikes = 0;
  const strike = () => {
    strikes += 1;
    if (strikes < strikesNeeded) return;
    clearInterval(timer);
    bark();
  };
  return {
    watch(ms) {
      clearInterval(timer);
      strikes = 0;
      timer = setInterval(strike, ms / strikesNeeded).unref();
    },
    rest() {
      clearInterval(timer);
    },
  };
}

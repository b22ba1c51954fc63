import { vi } from 'vitest';
import { timeouts } from '../../server/stores/timeouts.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { patience } from '../../shared/testing/patience.ts';

const ofVisitors = { ...timeouts };
const timeout = AbortSignal.timeout.bind(AbortSignal);

/** Multiplies the time limits of a sign-up in this process by {@link patience}, until the tests of the file have ended. */
export function bePatient(): void {
  for (const [name, ms] of Object.entries(ofVisitors)) {
    Object.assign(timeouts, { [name]: ms * patience });
  }
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms * patience));
  atEnd(() => Object.assign(timeouts, ofVisitors));
}

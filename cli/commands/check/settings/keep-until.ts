import type { Verdict } from '../report.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days before the end at which `check` begins to warn. */
const warnDays = 14;

/** Checks `SIGNUP_KEEP_UNTIL`, which the notice promises. Addresses stay until the end of that day (UTC). */
export function judgeKeepUntil(day: string | undefined, now = new Date()): Verdict {
  if (day === undefined) return {};
  const leftMs = Date.parse(day) + dayMs - now.getTime();
  const remedy =
    'Erase the addresses with `signups forget`. Set a later day only for people who sign up from then on, and who read it in the notice.';
  if (leftMs <= 0) {
    return {
      problem: 'has passed: the notice promised that no address is kept any longer',
      remedy,
    };
  }
  if (leftMs > warnDays * dayMs) return {};
  const left = Math.ceil(leftMs / dayMs);
  return { warning: `ends in ${left} ${left === 1 ? 'day' : 'days'}`, remedy };
}

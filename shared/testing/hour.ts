import { setTimeout } from 'node:timers/promises';

const hourMs = 3_600_000;

/**
 * Limits are counted by the hour of the clock, and sign-ups by its day, which ends with an hour: where one
 * is about to end, waits for the next, so that what is sent together is counted together.
 */
export async function awayFromTheHour(): Promise<void> {
  const left = hourMs - (Date.now() % hourMs);
  if (left < 20_000) await setTimeout(left + 100);
}

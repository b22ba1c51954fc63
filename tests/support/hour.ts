import { setTimeout } from 'node:timers/promises';

const hourMs = 3_600_000;

/**
 * Limits are counted by the hour of the clock: where one is about to end, waits for the next, so that what is
 * sent together is counted together.
 * @param marginMs how long the sending may take, in milliseconds.
 */
export async function awayFromTheHour(marginMs = 20_000): Promise<void> {
  const left = hourMs - (Date.now() % hourMs);
  if (left < marginMs) await setTimeout(left + 100);
}

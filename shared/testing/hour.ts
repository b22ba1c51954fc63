import { setTimeout } from 'node:timers/promises';

const hourMs = 3_600_000;

/**
 * Waits for the next hour if this one is about to end. Limits count by the hour and sign-ups by the day, so that a test
 * could otherwise send half of its sign-ups in one hour and half in the next.
 */
export async function awayFromTheHour(): Promise<void> {
  const left = hourMs - (Date.now() % hourMs);
  if (left < 60_000) await setTimeout(left + 100);
}

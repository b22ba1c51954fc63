const hourMs = 3_600_000;

/**
 * Limits are counted by the hour of the clock, and sign-ups by its day, which ends with an hour: where one
 * is about to end, waits for the next, so that what is sent together is counted together.
 * @param marginMs how long the sending may take, in milliseconds.
 */
export async function awayFromTheHour(marginMs = 20_000): Promise<void> {
  const left = hourMs - (Date.now() % hourMs);
  if (left < marginMs) await new Promise((resolve) => setTimeout(resolve, left + 100));
}

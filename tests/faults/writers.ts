import { expect } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import type { Running } from '../support/built-server.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';

export const writers = 8;

/** Signs up until the server is gone. Adds the addresses that were answered with 200 to `acknowledged`. */
async function write(url: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const email = newAddress();
    const status = await signUp(url, goodSignup(email)).catch(() => null);
    if (status === null) return;
    if (status === 200) acknowledged.push(email);
  }
}

/**
 * Lets eight writers sign up until `count` sign-ups are acknowledged, calls `end` meanwhile, and waits for the writers.
 * Rejects when fewer are acknowledged within a minute. @returns the acknowledged addresses.
 */
export async function writeUntil(
  count: number,
  server: Running,
  end: () => unknown,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const writing = Array.from({ length: writers }, () => write(server.url, acknowledged));
  const patience = { timeout: 60_000, interval: 5 };
  try {
    await expect.poll(() => acknowledged.length, patience).toBeGreaterThanOrEqual(count);
  } finally {
    await end();
    await Promise.all(writing);
  }
  return acknowledged;
}

/** Returns the acknowledged addresses that are not in the file of a data folder. A server may run meanwhile. */
export function missingFrom(directory: string, acknowledged: readonly string[]): string[] {
  const rows = readSqlite(directory, 'select email from signups');
  const stored = new Set(rows.map(({ email }) => email));
  return acknowledged.filter((email) => !stored.has(email));
}

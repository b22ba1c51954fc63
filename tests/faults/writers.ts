import { expect } from 'vitest';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import type { Running } from '../support/built-server.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';

export const writers = 8;

/** Signs up until the server is gone, and notes the addresses that were answered with 200. */
async function write(url: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const email = newAddress();
    const status = await signUp(url, goodSignup(email)).catch(() => null);
    if (status === null) return;
    if (status === 200) acknowledged.push(email);
  }
}

/**
 * Lets eight writers write until `count` sign-ups are acknowledged, ends the server in the midst of it, and
 * waits for all. Rejects where they are not acknowledged. @returns the addresses that are.
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

/** Which of these addresses are not in a data folder, whether a server runs or not. */
export function missingFrom(directory: string, acknowledged: readonly string[]): string[] {
  const rows = readSqlite(directory, 'select email from signups');
  const stored = new Set(rows.map(({ email }) => email));
  return acknowledged.filter((email) => !stored.has(email));
}

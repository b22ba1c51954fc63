import { setTimeout } from 'node:timers/promises';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import type { Running } from '../support/running-server.ts';
import { goodSignup, newAddress, signUp } from '../support/sign-up.ts';

export const writers = 8;
const patienceMs = 60_000;

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
  const late = performance.now() + patienceMs;
  while (acknowledged.length < count && performance.now() < late) await setTimeout(5);
  const isEnough = acknowledged.length >= count;
  await end();
  await Promise.all(writing);
  if (!isEnough) throw new Error(`only ${acknowledged.length} sign-ups were acknowledged`);
  return acknowledged;
}

/** Which of these addresses are not in a data folder, whether a server runs or not. */
export function missingFrom(directory: string, acknowledged: readonly string[]): string[] {
  const rows = readSqlite(directory, 'select email from signups');
  const stored = new Set(rows.map(({ email }) => email));
  return acknowledged.filter((email) => !stored.has(email));
}

import { setTimeout } from 'node:timers/promises';
import { askRecords } from '../../server/testing/ask-records.ts';
import type { Running } from '../support/running-server.ts';
import { newAddress, signUp } from './observe.ts';

export const writers = 8;
const patienceMs = 60_000;

/** Signs up until the server is gone, and notes the addresses that were answered with 200. */
async function write(url: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const email = newAddress();
    try {
      const { response } = await signUp(url, email);
      if (response.status === 200) acknowledged.push(email);
    } catch {
      return;
    }
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

/** The addresses in a running server’s data folder. */
export async function storedIn(directory: string): Promise<Set<string>> {
  const answers = await askRecords(directory, { method: 'export' });
  if (!answers.some((answer) => 'done' in answer)) throw new Error('the export did not end');
  return new Set(answers.flatMap((answer) => ('row' in answer ? [answer.row.email] : [])));
}

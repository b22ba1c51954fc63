import { setTimeout } from 'node:timers/promises';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { serverEntry } from '../support/built-server.ts';
import { type Running, start } from '../support/running-server.ts';

const patienceMs = 60_000;

/** The built server over the SQLite file in a folder. It may wait for its data yet. */
export const startOn = (
  directory: string,
  environment: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<Running> => {
  const limits = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000' };
  const settings = { PORT: '0', DATA_DIR: directory, ...limits, ...environment };
  return start(serverEntry, settings, [], wrapper);
};

/** Resolves once it takes sign-ups; rejects where it does not come to that. */
export async function ready({ url }: Pick<Running, 'url'>): Promise<void> {
  const late = performance.now() + patienceMs;
  for (;;) {
    const response = await fetch(`${url}/readyz`);
    const reason = await response.text();
    if (response.status === 200) return;
    if (performance.now() > late) throw new Error(`not ready: ${reason}`);
    await setTimeout(50);
  }
}

/** The same, ready. */
export async function startReady(
  directory: string,
  environment: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<Running> {
  const server = await startOn(directory, environment, wrapper);
  await ready(server);
  return server;
}

/** A data folder for the while. */
export async function inFolder(
  work: (folder: ReturnType<typeof createTemporaryFolder>) => Promise<string>,
): Promise<string> {
  const folder = createTemporaryFolder();
  try {
    return await work(folder);
  } finally {
    folder.remove();
  }
}

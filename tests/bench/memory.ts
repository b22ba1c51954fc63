import { join } from 'node:path';
import { start } from '../support/running-server.ts';
import { serverEntry } from './built.ts';
import { load } from './load.ts';
import { settled } from './pages.ts';

/** Resident MiB of our server, idle and after a load of pages, on one backend. */
export async function measureMemory(
  folder: string,
  environment: Record<string, string>,
  seconds: number,
) {
  const ours = await start(serverEntry, {
    PORT: '0',
    DATA_DIR: join(folder, 'data-memory'),
    ...environment,
  });
  try {
    await settled(ours.url);
    const idle = ours.memoryMiB();
    await load(`${ours.url}/`, { 'accept-encoding': 'br' }, { seconds });
    return { idle, afterLoad: ours.memoryMiB() };
  } finally {
    await ours.stop();
  }
}

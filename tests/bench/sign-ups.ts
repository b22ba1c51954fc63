import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createControlGroup } from '../attacks/control-group.ts';
import {
  memoryMiB,
  ready,
  serverEntry,
  serverFlag,
  startNode,
  startReady,
} from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { type Line, line, rounds } from './lines.ts';
import { seconds, wrk, wrkFor } from './wrk.ts';

const bareInserts = join(import.meta.dirname, 'yardsticks/bare-inserts.ts');
const script = join(import.meta.dirname, 'sign-up.lua');

/** The memory limit in compose.yaml. V8 collects garbage earlier when the limit is lower. */
const containerMiB = 256;

/** Measures one round with a new database: sign-ups a second, and resident memory in MiB. */
async function measure(wrapper?: string[]) {
  const server = await startReady(temporaryFolder(), { TRUST_PROXY: '1' }, wrapper);
  const idleMiB = memoryMiB(server);
  const { perSecond } = await wrk(`${server.url}/api/signup`, '--script', script);
  const loadedMiB = memoryMiB(server);
  await server.stop();
  return { perSecond, idleMiB, loadedMiB };
}

/** Duration of each long load, in seconds. */
const longSeconds = 20;

/** Returns the resident memory in MiB after 64 clients have read a page, and then signed up, for a long time each. */
async function longMemory(): Promise<number> {
  const server = await startReady(temporaryFolder(), { TRUST_PROXY: '1' });
  await wrkFor(longSeconds, `${server.url}/`, '--header=Accept-Encoding: br');
  await wrkFor(longSeconds, `${server.url}/api/signup`, '--script', script);
  const mebibytes = memoryMiB(server);
  await server.stop();
  return mebibytes;
}

/** Returns how many seconds pass from the start of the process until the server is ready. */
async function secondsUntilReady(): Promise<number> {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const begun = performance.now();
  const server = startNode([serverFlag, serverEntry], { PORT, DATA_DIR: temporaryFolder() });
  await ready({ url }, 5);
  const took = (performance.now() - begun) / 1_000;
  await server.stop();
  return took;
}

type Figures = Awaited<ReturnType<typeof measure>>;

/** Returns how many rows a second SQLite inserts one by one. */
async function insertBare(): Promise<number> {
  const parameters = [bareInserts, temporaryFolder(), String(seconds)];
  return Number((await promisify(execFile)(process.execPath, parameters)).stdout);
}

/** Measures durable sign-ups on SQLite, and memory. */
export async function signUpLines(): Promise<Line[]> {
  const group = createControlGroup(containerMiB);
  const [ours, confined]: [Figures[], Figures[]] = [[], []];
  const bare: number[] = [];
  const untilReady: number[] = [];
  // Site and yardstick take turns, so that both meet a slow phase of the machine.
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure());
    untilReady.push(await secondsUntilReady());
    bare.push(await insertBare());
    if (group) confined.push(await measure(group.wrapper));
  }
  await group?.remove();
  const of = (figures: Figures[], name: keyof Figures) => figures.map((round) => round[name]);
  const most = (bound: number): number[] => ours.map(() => bound);
  const title = `memory after ${longSeconds} s of pages and ${longSeconds} s of sign-ups in MiB`;
  const lines = [
    line('sign-ups a second beside bare inserts', of(ours, 'perSecond'), bare, 'at least', 0.5),
    line('memory at rest in MiB', of(ours, 'idleMiB'), most(130), 'at most', 1),
    line('memory after sign-ups in MiB', of(ours, 'loadedMiB'), most(200), 'at most', 1),
    line(title, [await longMemory()], [200], 'at most', 1),
    line('seconds until ready', untilReady, most(0.25), 'at most', 1),
  ];
  if (group) {
    const confinedTitle = 'memory after sign-ups in MiB, limited as in compose.yaml';
    lines.push(line(confinedTitle, of(confined, 'loadedMiB'), most(130), 'at most', 1));
  }
  return lines;
}

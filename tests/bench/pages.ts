import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pages } from '../../shared/pages.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import {
  clientFolder,
  type Running,
  ready,
  serverEntry,
  startNode,
} from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { type Line, line, rounds } from './lines.ts';
import { type Load, loadCore, serverCore, wrk } from './wrk.ts';

const raw = join(import.meta.dirname, 'yardsticks/raw.ts');
const br = { 'accept-encoding': 'br' };

/**
 * Loads of each server before those that count. Until some 250,000 requests are answered V8 compiles beside them, on
 * the same core: the slowest 1 % fall from 200 ms to 4, of ours by the tenth load, of the yardstick by the fourth.
 */
const warmUpLoads = 10;
const measuredLoads = 10;

/** Waits until a server has opened its database and compressed its pages, so that neither is measured. */
export async function settled(server: Pick<Running, 'url'>): Promise<void> {
  await ready(server);
  for (const { path } of pages.filter(({ robots }) => robots === 'index, follow')) {
    const isCompressed = async () => {
      const { headers } = await fetch(new URL(path ?? '/not-found', server.url), { headers: br });
      return headers.get('content-encoding') === 'br';
    };
    while (!(await isCompressed())) await setTimeout(100);
  }
}

/** Our server on a fresh folder, whose lines go through a pipe, as a container's do. */
async function startOurs(LOG_LEVEL: string) {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const settings = { SITE_ORIGIN: url, PORT, DATA_DIR: temporaryFolder(), LOG_LEVEL };
  // What reads the lines shall not take the server's turn either.
  const reader = [...loadCore, 'cat'].join(' ');
  const toPipe = ['bash', '-c', `exec "$@" > >(${reader} > /dev/null)`, 'bash'];
  const server = startNode([serverEntry], settings, [...toPipe, ...serverCore]);
  await settled({ url });
  return { ...server, url };
}

/** What was measured of ours, of ours with the request log on, and of the yardstick. */
const noLoads = () => ({ quiet: [] as Load[], logged: [] as Load[], yardstick: [] as Load[] });

type Loads = ReturnType<typeof noLoads>;

interface Question {
  path: string;
  /** Whether it is answered by 304. */
  isKnown?: boolean;
  /** Whether ours is loaded with the request log on, too. */
  isLogged?: boolean;
}

/**
 * Loads all of them with one question, in turn, and adds what it measured to `loads`. All are new processes, of one
 * age: some 100 s after its start V8 returns memory, compiles everything anew, and is slower by a fifth (Node 24).
 */
async function ask({ path, isKnown, isLogged }: Question, loads: Loads) {
  const quiet = await startOurs('silent');
  const logged = isLogged ? await startOurs('info') : undefined;
  const etag = (await fetch(quiet.url + path, { headers: br })).headers.get('etag') ?? '';
  const headers = isKnown ? { ...br, 'if-none-match': etag } : br;
  const parameters = [raw, quiet.url + path, JSON.stringify(headers)];
  const yardstick = startNode(parameters, {}, serverCore);
  const urls = { quiet: quiet.url, yardstick: await yardstick.address(), logged: logged?.url };
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  for (let load = 0; load < warmUpLoads + measuredLoads; load += 1) {
    for (const [server, url] of Object.entries(urls) as [keyof Loads, string | undefined][]) {
      if (!url) continue;
      const figures = await wrk(url + path, ...words);
      if (load >= warmUpLoads) loads[server].push(figures);
    }
  }
  await Promise.all([quiet.stop(), logged?.stop(), yardstick.stop()]);
}

/** GET over kept-alive connections, each beside `node:http` writing the same bytes. */
export async function pageLines(): Promise<Line[]> {
  const name = readdirSync(join(clientFolder, 'assets')).find((file) => file.endsWith('.css'));
  const [page, known, asset] = [noLoads(), noLoads(), noLoads()];
  for (let round = 0; round < rounds; round += 1) {
    await ask({ path: '/', isLogged: true }, page);
    await ask({ path: '/', isKnown: true }, known);
    await ask({ path: `/assets/${name}` }, asset);
  }
  const rates = (loads: Load[]) => loads.map(({ perSecond }) => perSecond);
  const rate = (title: string, ours: Load[], { yardstick }: Loads, least: number): Line =>
    line(title, rates(ours), rates(yardstick), 'at least', least);
  const p99 = (loads: Load[]) => loads.map((load) => load.p99);
  return [
    rate('GET / br, a second', page.quiet, page, 0.85),
    rate('GET / 304, a second', known.quiet, known, 0.85),
    rate('GET /assets/…, a second', asset.quiet, asset, 0.9),
    rate('GET / br, a second, logged', page.logged, page, 0.7),
    line('GET / br, p99 in ms', p99(page.quiet), p99(page.yardstick), 'at most', 1.3),
  ];
}

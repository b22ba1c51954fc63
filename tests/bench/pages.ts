import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import {
  clientFolder,
  ready,
  serverEntry,
  serverFlag,
  startNode,
} from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { type Line, line, rounds } from './lines.ts';
import { type Load, loadCore, serverCore, wrk } from './wrk.ts';

const raw = join(import.meta.dirname, 'yardsticks/raw.ts');
const br = { 'accept-encoding': 'br' };

/**
 * Loads that warm a server up and are not measured. V8 compiles on the same core during the first 250,000 requests:
 * meanwhile the 99th percentile falls from 200 ms to 4. Our server needs ten loads for this, and the yardstick four.
 */
const warmUpLoads = 10;
const measuredLoads = 10;

/** Starts our server with a new database. Its log goes through a pipe, as in a container. */
async function startOurs(LOG_LEVEL: string) {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const settings = { SITE_ORIGIN: url, PORT, DATA_DIR: temporaryFolder(), LOG_LEVEL };
  // The process that reads the log runs on the other core.
  const reader = [...loadCore, 'cat'].join(' ');
  const toPipe = ['bash', '-c', `exec "$@" > >(${reader} > /dev/null)`, 'bash'];
  const server = startNode([serverFlag, serverEntry], settings, [...toPipe, ...serverCore]);
  await ready({ url });
  return { ...server, url };
}

/** Creates empty lists for what is measured: our server, our server with the request log, and the yardstick. */
const noLoads = () => ({ quiet: [] as Load[], logged: [] as Load[], yardstick: [] as Load[] });

type Loads = ReturnType<typeof noLoads>;

interface Case {
  path: string;
  /** Whether the client knows the page already, so that the response is 304. */
  isKnown?: boolean;
  /** Whether our server is also measured with the request log on. */
  isLogged?: boolean;
}

/**
 * Loads the servers in turn with the requests of one case, and adds the figures to `loads`. Starts all servers anew, because
 * about 100 s after its start V8 frees memory and compiles everything again, and is slower by a fifth (Node 24).
 */
async function measure({ path, isKnown, isLogged }: Case, loads: Loads) {
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

/** Measures GET over kept-alive connections. The yardstick is `node:http`, which writes the same bytes. */
export async function pageLines(): Promise<Line[]> {
  const name = readdirSync(join(clientFolder, 'assets')).find((file) => file.endsWith('.css'));
  const [page, known, asset] = [noLoads(), noLoads(), noLoads()];
  for (let round = 0; round < rounds; round += 1) {
    await measure({ path: '/', isLogged: true }, page);
    await measure({ path: '/', isKnown: true }, known);
    await measure({ path: `/assets/${name}` }, asset);
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

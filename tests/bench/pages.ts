import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningProgram } from '../../shared/testing/start-process.ts';
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
import { processorSeconds } from './processor-time.ts';
import { loadCore, serverCore, wrk } from './wrk.ts';

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

/** The figures of one load: responses in a second of processor time, and the 99th percentile in milliseconds. */
interface Figures {
  perProcessorSecond: number;
  p99: number;
}

/** Creates empty lists for what is measured: our server, our server with the request log, and the yardstick. */
const noLoads = () => ({
  quiet: [] as Figures[],
  logged: [] as Figures[],
  yardstick: [] as Figures[],
});

type Loads = ReturnType<typeof noLoads>;

interface Case {
  path: string;
  /** Whether the client knows the page already, so that the response is 304. */
  isKnown?: boolean;
  /** Whether our server is also measured with the request log on. */
  isLogged?: boolean;
}

/** A server that is measured, and the address that wrk loads. */
interface Measured extends Pick<RunningProgram, 'child' | 'stop'> {
  address: string;
}

/**
 * Loads a server once, and divides its responses by the processor time of its process. A rate would also depend on wrk and
 * on the other programs of the machine.
 */
async function loadOnce({ child, address }: Measured, words: string[]): Promise<Figures> {
  const before = processorSeconds(child.pid);
  const { responses, p99 } = await wrk(address, ...words);
  return { perProcessorSecond: responses / (processorSeconds(child.pid) - before), p99 };
}

async function warmUp({ address }: Measured, words: string[]): Promise<void> {
  for (let load = 0; load < warmUpLoads; load += 1) await wrk(address, ...words);
}

/**
 * Loads the servers in turn with the requests of one case, and adds the figures to `loads`. Starts all servers anew, because
 * about 100 s after its start V8 frees memory and compiles everything again, and is slower by a fifth (Node 24).
 */
async function measure({ path, isKnown, isLogged }: Case, loads: Loads) {
  const start = async (level: string): Promise<Measured> => {
    const server = await startOurs(level);
    return { ...server, address: server.url + path };
  };
  const quiet = await start('silent');
  const logged = isLogged ? await start('info') : undefined;
  const etag = (await fetch(quiet.address, { headers: br })).headers.get('etag') ?? '';
  const headers = isKnown ? { ...br, 'if-none-match': etag } : br;
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  await warmUp(quiet, words);
  if (logged) await warmUp(logged, words);
  // Only now, because the yardstick copies the response, and the server compresses the landing page a second time.
  const bare = startNode([serverFlag, raw, quiet.address, JSON.stringify(headers)], {}, serverCore);
  const yardstick = { ...bare, address: (await bare.address()) + path };
  await warmUp(yardstick, words);
  for (let load = 0; load < measuredLoads; load += 1) {
    loads.quiet.push(await loadOnce(quiet, words));
    loads.yardstick.push(await loadOnce(yardstick, words));
    if (logged) loads.logged.push(await loadOnce(logged, words));
  }
  await Promise.all([quiet, logged, bare].map((server) => server?.stop()));
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
  const rates = (figures: Figures[]) => figures.map((figure) => figure.perProcessorSecond);
  const rate = (what: string, ours: Figures[], { yardstick }: Loads, least: number): Line =>
    line(`${what}, in a processor second`, rates(ours), rates(yardstick), 'at least', least);
  const p99 = (figures: Figures[]) => figures.map((figure) => figure.p99);
  return [
    rate('GET / br', page.quiet, page, 0.85),
    rate('GET / 304', known.quiet, known, 0.85),
    rate('GET /assets/…', asset.quiet, asset, 0.9),
    rate('GET / br, logged', page.logged, page, 0.7),
    line('GET / br, p99 in ms', p99(page.quiet), p99(page.yardstick), 'at most', 1.3),
  ];
}

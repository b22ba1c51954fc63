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
import { type Effort, type Line, line } from './lines.ts';
import { type Load, loadCore, serverCore, wrk } from './wrk.ts';

const raw = join(import.meta.dirname, 'yardsticks/raw.ts');
const br = { 'accept-encoding': 'br' };

/**
 * In each round. The best rate of all rounds counts, but of the slowest answers the median. What else runs on a machine
 * only slows (here by half, from one second to the next), and so does V8 while it compiles: it takes some seven loads
 * until the slowest 1 % fall from 170 ms to 4.
 */
const loadsInRound = 10;

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

type Contestant = 'quiet' | 'logged' | 'yardstick';

/** One load of one of the servers with one of the questions. */
interface Measured extends Load {
  question: string;
  contestant: Contestant;
}

/** Our server on a fresh folder, whose lines go through a pipe, as a container's do. */
async function startOurs(LOG_LEVEL: string): Promise<Running> {
  const PORT = String(await freePort());
  const settings = {
    SITE_ORIGIN: 'http://127.0.0.1',
    PORT,
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL,
  };
  // What reads the lines shall not take the server's turn either.
  const reader = [...loadCore, 'cat'].join(' ');
  const toPipe = ['bash', '-c', `exec "$@" > >(${reader} > /dev/null)`, 'bash'];
  const server = startNode([serverEntry], settings, [...toPipe, ...serverCore]);
  const url = `http://127.0.0.1:${PORT}`;
  await settled({ url });
  return { ...server, url };
}

/** What is asked for. */
async function questionsFor({ url }: Running) {
  const etag = (await fetch(url, { headers: br })).headers.get('etag') ?? '';
  const asset = readdirSync(join(clientFolder, 'assets')).find((name) => name.endsWith('.css'));
  return {
    '/ br': { path: '/', headers: br },
    '/ 304': { path: '/', headers: { ...br, 'if-none-match': etag } },
    '/assets/…': { path: `/assets/${asset}`, headers: br },
  };
}

type Question = Awaited<ReturnType<typeof questionsFor>>['/ br'];

/** Loads ours and a yardstick with the same question, in turn. */
async function ask(
  ours: Record<'quiet' | 'logged', Running>,
  question: string,
  { path, headers }: Question,
  seconds: number,
): Promise<Measured[]> {
  const parameters = [ours.quiet.url + path, JSON.stringify(headers)];
  const yardstick = startNode([raw, ...parameters], {}, serverCore);
  const urls: [Contestant, string][] = [
    ['quiet', ours.quiet.url + path],
    ['yardstick', await yardstick.address()],
    ['logged', ours.logged.url + path],
  ];
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  const measured: Measured[] = [];
  for (let load = 0; load < loadsInRound; load += 1) {
    for (const [contestant, url] of urls) {
      measured.push({ question, contestant, ...(await wrk(url, seconds, ...words)) });
    }
  }
  await yardstick.stop();
  return measured;
}

/**
 * GET over kept-alive connections, each beside `node:http` writing the same bytes. Every round has new processes: V8
 * decides early in a process how it compiles Node's own code, now better and now worse by a tenth (seen with Node 24).
 */
export async function pageLines({ rounds, seconds }: Effort): Promise<Line[]> {
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await startOurs('silent');
    const logged = await startOurs('info');
    for (const [name, question] of Object.entries(await questionsFor(quiet))) {
      measured.push(...(await ask({ quiet, logged }, name, question, seconds)));
    }
    await Promise.all([quiet.stop(), logged.stop()]);
  }
  const figures = (question: string, contestant: Contestant, figure: keyof Load) =>
    measured
      .filter((load) => load.question === question && load.contestant === contestant)
      .map((load) => load[figure]);
  const rate = (title: string, question: string, contestant: Contestant, bound: number) => {
    const best = (of: Contestant) => [Math.max(...figures(question, of, 'perSecond'))];
    return line(title, best(contestant), best('yardstick'), 'at least', bound);
  };
  const p99 = (of: Contestant) => figures('/ br', of, 'p99');
  return [
    rate('GET / br, a second', '/ br', 'quiet', 0.85),
    rate('GET / 304, a second', '/ 304', 'quiet', 0.85),
    rate('GET /assets/…, a second', '/assets/…', 'quiet', 0.9),
    rate('GET / br, a second, with the request log', '/ br', 'logged', 0.7),
    line('GET / br, p99 in ms', p99('quiet'), p99('yardstick'), 'at most', 1.3),
  ];
}

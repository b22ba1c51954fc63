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

type Contestant = 'quiet' | 'logged' | 'yardstick';

/** One load of one of the servers with one of the questions. */
interface Measured extends Load {
  question: Question;
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

type Question = keyof Awaited<ReturnType<typeof questionsFor>>;

/**
 * Loads ours and a yardstick with one question, in turn. All are new processes, and of one age: some 100 s after its
 * start V8 returns memory, compiles everything anew, and both are slower by a fifth after it (seen with Node 24).
 */
async function ask(question: Question, seconds: number): Promise<Measured[]> {
  const quiet = await startOurs('silent');
  const { path, headers } = (await questionsFor(quiet))[question];
  const parameters = [quiet.url + path, JSON.stringify(headers)];
  const yardstick = startNode([raw, ...parameters], {}, serverCore);
  const logged = question === '/ br' ? await startOurs('info') : undefined;
  const urls: [Contestant, string][] = [
    ['quiet', quiet.url + path],
    ['yardstick', await yardstick.address()],
  ];
  if (logged) urls.push(['logged', logged.url + path]);
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  const measured: Measured[] = [];
  for (let load = 0; load < warmUpLoads + measuredLoads; load += 1) {
    for (const [contestant, url] of urls) {
      const figures = await wrk(url, seconds, ...words);
      if (load >= warmUpLoads) measured.push({ question, contestant, ...figures });
    }
  }
  await Promise.all([quiet.stop(), yardstick.stop(), logged?.stop()]);
  return measured;
}

/** GET over kept-alive connections, each beside `node:http` writing the same bytes. */
export async function pageLines({ rounds, seconds }: Effort): Promise<Line[]> {
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const question of ['/ br', '/ 304', '/assets/…'] as const) {
      measured.push(...(await ask(question, seconds)));
    }
  }
  const held = (title: string, question: Question, contestant: Contestant, figure: keyof Load) => {
    const of = (wanted: Contestant) =>
      measured
        .filter((load) => load.question === question && load.contestant === wanted)
        .map((load) => load[figure]);
    return [title, of(contestant), of('yardstick')] as const;
  };
  return [
    line(...held('GET / br, a second', '/ br', 'quiet', 'perSecond'), 'at least', 0.85),
    line(...held('GET / 304, a second', '/ 304', 'quiet', 'perSecond'), 'at least', 0.85),
    line(...held('GET /assets/…, a second', '/assets/…', 'quiet', 'perSecond'), 'at least', 0.9),
    line(...held('GET / br, a second, logged', '/ br', 'logged', 'perSecond'), 'at least', 0.7),
    line(...held('GET / br, p99 in ms', '/ br', 'quiet', 'p99'), 'at most', 1.3),
  ];
}

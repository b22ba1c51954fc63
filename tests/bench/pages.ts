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

/** Seconds of load before anything is measured: by then the code that answers is compiled. */
const warmUpSeconds = 1;

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
type Round = Record<Contestant, Load>;

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

/** Asks ours and a yardstick for the same, one after the other in this order, each warmed up just before. */
async function ask(
  order: Contestant[],
  ours: Record<'quiet' | 'logged', Running>,
  { path, headers }: Question,
  seconds: number,
): Promise<Round> {
  const parameters = [ours.quiet.url + path, JSON.stringify(headers)];
  const yardstick = startNode([raw, ...parameters], {}, serverCore);
  const floor = await yardstick.address();
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  const round: Partial<Round> = {};
  for (const name of order) {
    const url = name === 'yardstick' ? floor : ours[name].url + path;
    await wrk(url, warmUpSeconds, ...words);
    round[name] = await wrk(url, seconds, ...words);
  }
  await yardstick.stop();
  return round as Round;
}

/**
 * GET over kept-alive connections, each beside `node:http` writing the same bytes. Every round has new processes: V8
 * decides early in a process how it compiles Node's own code, now better and now worse by a tenth (seen with Node 24).
 */
export async function pageLines({ rounds, seconds }: Effort): Promise<Line[]> {
  const measured: Record<string, Round[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await startOurs('silent');
    const logged = await startOurs('info');
    const order: Contestant[] = ['quiet', 'yardstick', 'logged'];
    if (round % 2 === 1) order.reverse();
    for (const [name, question] of Object.entries(await questionsFor(quiet))) {
      const figures = await ask(order, { quiet, logged }, question, seconds);
      measured[name] = [...(measured[name] ?? []), figures];
    }
    await Promise.all([quiet.stop(), logged.stop()]);
  }
  const beside = (name: string, contestant: Contestant, figure: keyof Load) => {
    const figuresOf = (of: Contestant) => (measured[name] ?? []).map((round) => round[of][figure]);
    return [figuresOf(contestant), figuresOf('yardstick')] as const;
  };
  const title = 'GET / br, a second, with the request log';
  return [
    line('GET / br, a second', ...beside('/ br', 'quiet', 'perSecond'), 'at least', 0.85),
    line('GET / 304, a second', ...beside('/ 304', 'quiet', 'perSecond'), 'at least', 0.85),
    line('GET /assets/…, a second', ...beside('/assets/…', 'quiet', 'perSecond'), 'at least', 0.9),
    line(title, ...beside('/ br', 'logged', 'perSecond'), 'at least', 0.7),
    line('GET / br, p99 in ms', ...beside('/ br', 'quiet', 'p99'), 'at most', 1.3),
  ];
}

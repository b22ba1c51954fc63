import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pages } from '../../shared/pages.ts';
import { clientFolder, ready, serverEntry } from '../support/built-server.ts';
import { freePort, type Running, start, startUnheard } from '../support/running-server.ts';
import { type Line, line } from './lines.ts';
import { type Load, loadCore, serverCore, wrk } from './wrk.ts';

const raw = join(import.meta.dirname, 'yardsticks/raw.ts');
const br = { 'accept-encoding': 'br' };

/** Seconds of load before anything is measured: by then the code that answers is compiled. */
const warmUpSeconds = 1;

/** Waits until a server has opened its database and compressed its pages, so that neither is measured. */
export async function settled(server: Running): Promise<void> {
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
async function startOurs(folder: string, LOG_LEVEL: string): Promise<Running> {
  const DATA_DIR = mkdtempSync(join(folder, 'pages-'));
  const settings = { SITE_ORIGIN: 'http://127.0.0.1', PORT: String(await freePort()) };
  // What reads the lines shall not take the server's turn either.
  const reader = [...loadCore, 'cat'].join(' ');
  const toPipe = ['bash', '-c', `exec "$@" > >(${reader} > /dev/null)`, 'bash'];
  const wrapper = [...toPipe, ...serverCore];
  const server = startUnheard(serverEntry, { ...settings, DATA_DIR, LOG_LEVEL }, [], wrapper);
  await settled(server);
  return server;
}

/** What is asked for, and the least share of the yardstick's answers a second. */
async function questionsFor({ url }: Running) {
  const etag = (await fetch(url, { headers: br })).headers.get('etag') ?? '';
  const asset = readdirSync(join(clientFolder, 'assets')).find((name) => name.endsWith('.css'));
  return {
    '/ br': { path: '/', headers: br, least: 0.85 },
    '/ 304': { path: '/', headers: { ...br, 'if-none-match': etag }, least: 0.85 },
    '/assets/…': { path: `/assets/${asset}`, headers: br, least: 0.9 },
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
  const yardstick = await start(raw, {}, parameters, serverCore);
  const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  const round: Partial<Round> = {};
  for (const name of order) {
    const url = name === 'yardstick' ? yardstick.url : ours[name].url + path;
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
export async function pageLines(
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Line[]> {
  const measured: Record<string, Round[]> = {};
  const least: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await startOurs(folder, 'silent');
    const logged = await startOurs(folder, 'info');
    for (const [name, question] of Object.entries(await questionsFor(quiet))) {
      const order: Contestant[] = ['quiet', 'yardstick', 'logged'];
      if (round % 2 === 1) order.reverse();
      const figures = await ask(order, { quiet, logged }, question, seconds);
      measured[name] = [...(measured[name] ?? []), figures];
      least[name] = question.least;
    }
    await Promise.all([quiet.stop(), logged.stop()]);
  }
  const beside = (name: string, contestant: Contestant, figure: keyof Load) => {
    const figuresOf = (of: Contestant) => (measured[name] ?? []).map((round) => round[of][figure]);
    return [figuresOf(contestant), figuresOf('yardstick')] as const;
  };
  const title = 'GET / br, a second, with the request log';
  return [
    ...Object.entries(least).map(([name, value]) =>
      line(`GET ${name}, a second`, ...beside(name, 'quiet', 'perSecond'), 'at least', value),
    ),
    line(title, ...beside('/ br', 'logged', 'perSecond'), 'at least', 0.7),
    line('GET / br, p99 in ms', ...beside('/ br', 'quiet', 'p99'), 'at most', 1.3),
  ];
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clientFolder, ready, serverEntry } from '../support/built-server.ts';
import { freePort, type Running, start, startUnheard } from '../support/running-server.ts';
import { inRounds, type Line, line } from './lines.ts';
import { wrk } from './wrk.ts';

const raw = join(import.meta.dirname, 'yardsticks/raw.ts');
const br = { 'accept-encoding': 'br' };

/** Waits until a server has opened its database and compressed its pages, so that neither is measured. */
export async function settled(server: Running): Promise<void> {
  await ready(server);
  await setTimeout(1500);
}

/** GET over kept-alive connections, each beside `node:http` writing the same bytes. */
export async function pageLines(
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Line[]> {
  const environment = { PORT: '0', SITE_ORIGIN: 'http://127.0.0.1' };
  const logged = await start(serverEntry, { ...environment, DATA_DIR: join(folder, 'logged') });
  const quiet = startUnheard(serverEntry, {
    ...environment,
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'silent'),
    LOG_LEVEL: 'silent',
  });
  const running = [logged, quiet];
  const load = (url: string, headers: Record<string, string>) => {
    const words = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
    return wrk(url, seconds, ...words);
  };
  try {
    for (const server of running) await settled(server);
    const etag = (await fetch(quiet.url, { headers: br })).headers.get('etag') ?? '';
    const asset = readdirSync(join(clientFolder, 'assets')).find((name) => name.endsWith('.css'));
    const questions = {
      '/ br': { path: '/', headers: br, least: 0.85 },
      '/ 304': { path: '/', headers: { ...br, 'if-none-match': etag }, least: 0.85 },
      '/assets/…': { path: `/assets/${asset}`, headers: br, least: 0.9 },
    };
    const lines: Line[] = [];
    for (const [name, { path, headers, least }] of Object.entries(questions)) {
      const yardstick = await start(raw, {}, [quiet.url + path, JSON.stringify(headers)]);
      running.push(yardstick);
      const measured = await inRounds(rounds, {
        logged: () => load(logged.url + path, headers),
        yardstick: () => load(yardstick.url, headers),
        ours: () => load(quiet.url + path, headers),
      });
      const rates = (of: keyof typeof measured) => measured[of].map(({ perSecond }) => perSecond);
      const slow = (of: keyof typeof measured) => measured[of].map(({ p99 }) => p99);
      const [ours, theirs] = [rates('ours'), rates('yardstick')];
      lines.push(line(`GET ${name}, a second`, ours, theirs, 'at least', least));
      if (path !== '/' || headers !== br) continue;
      const title = 'GET / br, a second, with the request log';
      lines.push(line(title, rates('logged'), theirs, 'at least', 0.7));
      lines.push(line('GET / br, p99 in ms', slow('ours'), slow('yardstick'), 'at most', 1.3));
    }
    return lines;
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

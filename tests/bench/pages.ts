import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Running, start, startSilently } from '../support/running-server.ts';
import { clientFolder, serverEntry } from './built.ts';
import { type Load, load } from './load.ts';
import { record } from './record.ts';
import { interleave } from './rounds.ts';

const yardstick = (name: string): string =>
  new URL(`./yardsticks/${name}.ts`, import.meta.url).pathname;

const br = { 'accept-encoding': 'br' };
const identity = { 'accept-encoding': 'identity' };

/** What every contestant did at one question, in the order of the rounds. */
export type PageFigures = Record<string, Load[]>;

const hashedAsset = (): string => {
  const asset = readdirSync(join(clientFolder, 'assets')).find((name) => name.endsWith('.css'));
  return `/assets/${asset}`;
};

/** GET over kept-alive connections: ours beside a raw server that writes the same bytes, and two usual ones. */
export async function measurePages(
  folder: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<PageFigures> {
  const running: Running[] = [];
  const run = async (...parameters: Parameters<typeof start>) => {
    const one = await start(...parameters);
    running.push(one);
    return one.url;
  };
  try {
    const environment = {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      SITE_ORIGIN: 'http://127.0.0.1',
    };
    const logged = await run(serverEntry, environment);
    const silent = await startSilently(serverEntry, {
      ...environment,
      DATA_DIR: join(folder, 'data-quiet'),
    });
    running.push(silent);
    const quiet = silent.url;
    await settled(logged);
    await settled(quiet);
    const etag = (await fetch(quiet, { headers: br })).headers.get('etag') ?? '';
    const asset = hashedAsset();
    const questions = {
      br: { path: '/', headers: br },
      identity: { path: '/', headers: identity },
      '304': { path: '/', headers: { ...br, 'if-none-match': etag } },
      asset: { path: asset, headers: br },
      '404': { path: '/nowhere', headers: br },
    };
    const contestants: Record<string, () => Promise<Load>> = {
      // Next to its yardstick, so that both find the machine alike.
      'ours br, log on': () => load(`${logged}/`, br, { seconds }),
    };
    for (const [name, { path, headers }] of Object.entries(questions)) {
      const file = await record(quiet + path, headers, folder, name);
      const raw = await run(yardstick('raw'), {}, [file]);
      contestants[`raw ${name}`] = () => load(raw + path, headers, { seconds });
      contestants[`ours ${name}`] = () => load(quiet + path, headers, { seconds });
    }
    const page = join(folder, 'index.html');
    writeFileSync(page, await (await fetch(quiet, { headers: identity })).text());
    const send = await run(yardstick('express-send'), {}, [page]);
    contestants['express send br'] = () => load(`${send}/`, br, { seconds });
    const files = await run(yardstick('express-static'), {}, [folder]);
    contestants['express static br'] = () => load(`${files}/`, br, { seconds });
    return await interleave(rounds, contestants);
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

/** Waits until a server has opened its database and compressed its pages, so that neither is measured. */
export async function settled(url: string): Promise<void> {
  for (;;) {
    const { status } = await fetch(`${url}/readyz`);
    if (status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

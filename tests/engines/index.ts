import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../support/running-server.ts';
import { firefoxEngine } from './firefox.ts';
import { journeys, scriptlessJourneys } from './journeys.ts';
import type { Engine, Reader } from './reader.ts';
import { watchSite } from './watched-site.ts';
import { webkitEngine } from './webkit.ts';

/**
 * The core journeys in the engines that `npm test` does not use. Fails where one that is installed fails,
 * and where none is; says which are missing.
 */

const entry = new URL('../../dist/server/index.js', import.meta.url).pathname;

interface Sites {
  scripted: string;
  scriptless: string;
}

async function runAll(reader: Reader, { scripted, scriptless }: Sites): Promise<number> {
  const all = [
    ...Object.entries(journeys).map((journey) => [...journey, scripted] as const),
    ...Object.entries(scriptlessJourneys).map((journey) => [...journey, scriptless] as const),
  ];
  let failures = 0;
  for (const [name, run, site] of all) {
    try {
      await run(reader, site);
      console.log(`  ✓ ${name}`);
    } catch (error) {
      failures += 1;
      const complaints = await reader.read('window.complaints ?? []').catch(String);
      console.log(
        `  ✗ ${name}\n    ${error}\n    the page’s complaints: ${JSON.stringify(complaints)}`,
      );
    }
  }
  return failures;
}

/** @returns how many journeys failed; undefined where the engine is not installed. */
async function runIn(engine: Engine, sites: Sites): Promise<number | undefined> {
  const reader = await engine.launch();
  if (!reader) {
    console.log(`${engine.name}: NOT FOUND, not tested (${engine.remedy})`);
    return;
  }
  console.log(reader.engine);
  return await runAll(reader, sites).finally(() => reader.close());
}

const folder = mkdtempSync(join(tmpdir(), 'deckwright-engines-'));
const limits = { SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000' };
const server = await start(entry, { PORT: '0', NODE_ENV: 'test', DATA_DIR: folder, ...limits });
const scripted = await watchSite(server.url);
const scriptless = await watchSite(server.url, false);
const sites = { scripted: scripted.url, scriptless: scriptless.url };
const results = [];
for (const engine of [firefoxEngine, webkitEngine]) results.push(await runIn(engine, sites));
scripted.close();
scriptless.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });

const tested = results.filter((failures) => failures !== undefined);
if (tested.length === 0) console.log('No engine found: nothing was tested.');
process.exitCode = tested.length > 0 && tested.every((failures) => failures === 0) ? 0 : 1;

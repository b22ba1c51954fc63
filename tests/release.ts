/** `npm run test:release [PART …]`: runs all tests, also the long ones, part by part, and prints a table at the end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { installTools } from './release/install-tools.ts';
import { findProgram } from './support/programs.ts';

const vitest = 'vitest run --config tests/release/vitest.config.ts';

/** Returns the tests that docs/security.md names, without those that are a part of their own here. */
function securityTests(): string[] {
  const text = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
  const named = text.matchAll(/`((?:tests|server|shared|supabase|cli)\/.+?)`/g);
  const names = new Set(Array.from(named, ([, name = '']) => name));
  return [...names].filter((name) => !/^tests\/(faults|fuzz|journeys|release)/.test(name));
}

interface Part {
  command: string;
  /** A program that this machine must have. */
  needs?: string;
  /** Whether the part uses the packages of tests/release/package.json. */
  usesTools?: boolean;
}

/** Every part by its name. All of them need the browser and the build. */
const parts: Record<string, Part> = {
  'npm test': { command: 'npm test' },
  // docs/security.md says what each of these tests attacks.
  attacks: { command: `${vitest} ${securityTests().join(' ')}` },
  faults: { command: `${vitest} faults release/{database,disk,sync}` },
  million: { command: `${vitest} release/million` },
  fuzz: { command: `${vitest} fuzz` },
  // Programs that look for holes. A program that is missing is skipped by name.
  scanners: { command: `${vitest} release/scanners` },
  // Prints its seed. A failure prints the command that replays it.
  simulation: { command: 'npm run test:simulation -- --steps 100000' },
  alerts: { command: `${vitest} release/alerts`, needs: 'prometheus' },
  restarts: { command: `${vitest} rolling-restart release/older-function` },
  firefox: {
    command: 'playwright test --config tests/playwright.config.ts --project=firefox',
    needs: 'firefox',
  },
  webkit: { command: `${vitest} release/webkit`, usesTools: true },
  lighthouse: { command: `${vitest} release/lighthouse`, usesTools: true },
  supabase: { command: `${vitest} release/supabase-cli`, usesTools: true },
  deck: { command: `${vitest} release/sample-deck`, needs: 'soffice', usesTools: true },
  image: { command: `${vitest} release/image` },
  bench: { command: 'npm run bench' },
  mutation: {
    command: 'tests/release/node_modules/.bin/stryker run tests/mutation/stryker.json',
    usesTools: true,
  },
};

/** Runs a part. @returns its row of the table. */
async function run(name: string) {
  const { command, needs, usesTools } = parts[name] ?? {};
  if (!command) throw new Error(`there is no part ${name}, only ${Object.keys(parts).join(', ')}`);
  if (needs && !findProgram(needs))
    return { part: name, result: 'skipped', skipped: `all (needs ${needs})` };
  if (usesTools) installTools();
  console.log(`\n== ${name}: ${command}`);
  const begun = performance.now();
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    process.stdout.write(text);
  });
  const [code] = await once(child, 'close');
  const skipped = Array.from(said.matchAll(/^Skipped (.*\))$/gm), ([, what = '']) => what);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const result = code === 0 ? 'passed' : 'FAILED';
  if (code !== 0) process.exitCode = 1;
  return { part: name, result, seconds, skipped: skipped.join('; ') || 'nothing' };
}

const wanted = process.argv.slice(2);
const rows: object[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) rows.push(await run(name));
console.table(rows);

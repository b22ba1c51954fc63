/**
 * `npm run test:release [-- PART …]`: runs the named parts, or all parts of a release, and prints a table at the end. Exits 1
 * if a part has failed. Exits 2 if no part has failed and all tests of a part were skipped, because a release needs every
 * part: a script that publishes a release must stop, and can still tell a missing program from a failed test. Exits 0 if
 * every part has passed. A part has passed if some of its tests were skipped; its row names what they need.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { installTools } from './release/install-tools.ts';
import { findProgram } from './support/programs.ts';
import { remedyFor } from './support/remedies.ts';
import { allSkipped } from './support/skipped-reporter.ts';

const vitest = 'vitest run --config tests/release/vitest.config.ts';

/** Returns the tests that docs/security.md names, without the tests that are a part of their own here. */
function securityTests(): string[] {
  const text = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8');
  const named = text.matchAll(/`((?:tests|server|shared|client|supabase|cli)\/.+?)`/g);
  const names = new Set(Array.from(named, ([, name = '']) => name));
  return [...names].filter((name) => !/^tests\/(faults|fuzz|journeys|release)/.test(name));
}

interface Part {
  command: string;
  /** The programs without which no test of the part can run: `firefox`, or `one or another`. */
  needs?: readonly string[];
  /** Whether the part uses the packages of tests/release/package.json. */
  usesTools?: boolean;
  /** Whether the part runs only when it is named. */
  isOptional?: boolean;
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
  entries: {
    command:
      'playwright test --config tests/playwright.config.ts --project=entries-postgres --project=entries-supabase',
  },
  // The journeys that have the tag `@release`.
  details: { command: 'playwright test --config tests/playwright.config.ts --project=details' },
  pgbouncer: { command: `${vitest} release/pgbouncer`, needs: ['pgbouncer'] },
  failover: { command: `${vitest} release/{failover,unusual-databases}` },
  mail: { command: `${vitest} release/postfix`, needs: ['postfix', 'saslpasswd2'] },
  relay: { command: `${vitest} release/relay`, needs: ['exim4'] },
  alerts: {
    command: `${vitest} release/alert`,
    needs: ['prometheus', 'prometheus-node-exporter or node_exporter'],
  },
  // Each proxy of deploy/, and browsers without graphics behind redirects. A program that is missing is skipped by name.
  proxies: { command: `${vitest} release/{proxies,haproxy-apache,text-browsers}` },
  unit: { command: `${vitest} release/unit`, needs: ['systemd-analyze', 'python3'] },
  restarts: { command: `${vitest} release/{rolling-restart,older-replica}` },
  drill: { command: `${vitest} release/drill` },
  // Runs the commands of docs/operating.md.
  manual: { command: `${vitest} release/operating` },
  'without-mail': { command: `${vitest} release/without-mail` },
  role: { command: `${vitest} release/postgres-role`, needs: ['psql'] },
  html: { command: `${vitest} release/html`, needs: ['java'] },
  preview: { command: `${vitest} release/preview` },
  // Installs the package that npm would publish, and makes its bill of materials.
  package: { command: `${vitest} release/{package.test,bill-of-materials}` },
  firefox: {
    command: 'playwright test --config tests/playwright.config.ts --project=firefox',
    needs: ['firefox'],
  },
  // Builds the site under another name, and looks for the old name in everything that people get.
  rebrand: { command: `${vitest} release/rebrand` },
  'old-browsers': { command: `${vitest} release/old-browsers`, usesTools: true },
  webkit: { command: `${vitest} release/webkit`, usesTools: true },
  lighthouse: { command: `${vitest} release/lighthouse`, usesTools: true },
  supabase: { command: `${vitest} release/supabase-cli`, usesTools: true },
  // TEMPLATE_FILES and TEMPLATE_SHEETS name folders: see tests/release/templates/index.ts.
  deck: {
    command: `${vitest} release/{sample-deck,deck-and-page,templates} && node tests/release/templates/index.ts`,
    needs: ['soffice', 'pdftoppm', 'pdftotext'],
    usesTools: true,
  },
  image: { command: `${vitest} release/image`, needs: ['podman', 'buildah'] },
  bench: { command: 'npm run bench', needs: ['wrk'] },
  // Judges the tests, and not the release. It takes hours.
  mutation: {
    isOptional: true,
    command: ['stryker.json', 'stryker-terminal.mjs']
      .map((file) => `tests/release/node_modules/.bin/stryker run tests/mutation/${file}`)
      .join(' && '),
    usesTools: true,
  },
};

type Result = 'passed' | 'FAILED' | 'skipped';

interface Row {
  part: string;
  result: Result;
  seconds?: number;
  /** What was not tested, with what that needs and how to get it. */
  skipped: string;
}

/** Returns what `SkippedReporter` has printed about skipped tests, with what they need and how to get that. */
const skippedIn = (said: string): string =>
  Array.from(
    said.matchAll(/^(?:Not tested: |(?=Skipped .* without a reason))(.*)$/gm),
    ([, what]) => what,
  ).join('; ');

/** Returns each program that a part needs and this machine lacks, with how to get it. */
const missingFor = (name: string): string[] =>
  (parts[name]?.needs ?? [])
    .filter((program) => !findProgram(...program.split(' or ')))
    .map((program) => `${program} (${remedyFor(program)})`);

/** Runs a part. @returns its row of the table. */
async function run(name: string): Promise<Row> {
  const { command, usesTools } = parts[name] ?? {};
  if (!command) throw new Error(`there is no part ${name}, only ${Object.keys(parts).join(', ')}`);
  const missing = missingFor(name);
  if (missing.length > 0) {
    const skipped = `all that need ${missing.join(' and ')}`;
    console.log(`\n== ${name}: skipped ${skipped}`);
    return { part: name, result: 'skipped', skipped };
  }
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
  const seconds = Math.round((performance.now() - begun) / 1000);
  const ran = said.includes(allSkipped) ? 'skipped' : 'passed';
  const result = code === 0 ? ran : 'FAILED';
  return { part: name, result, seconds, skipped: skippedIn(said) || 'nothing' };
}

const named = process.argv.slice(2);
const usual = Object.keys(parts).filter((name) => !parts[name]?.isOptional);
const wanted = named.length > 0 ? named : usual;
// Said at once, because the part may begin an hour later.
for (const name of wanted) {
  for (const program of missingFor(name))
    console.warn(`${name} will be skipped: it needs ${program}`);
}
const rows: Row[] = [];
for (const name of wanted) rows.push(await run(name));
console.table(rows);
const numberOf = (result: Result): number => rows.filter((row) => row.result === result).length;
const [failed, skipped] = [numberOf('FAILED'), numberOf('skipped')];
console.log(`${numberOf('passed')} passed, ${failed} failed, ${skipped} skipped.`);
process.exitCode = failed > 0 ? 1 : skipped > 0 ? 2 : 0;

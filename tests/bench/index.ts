// `npm run bench`: every speed that we promise, measured beside its yardstick in this one run.
// `--against dist/server/index.js` of another build measures that one beside ours as well.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireBuild } from './built.ts';
import { firstLoadLines, pageLines, signUpLines, startLines } from './lines.ts';
import { generator } from './load.ts';
import { chart, table } from './report.ts';
import { isReached, type Line } from './targets.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: 'pages,sign-ups,start,first-load' },
    out: { type: 'string', default: 'bench-results' },
    against: { type: 'string' },
  },
});

requireBuild();
const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const folder = mkdtempSync(join(tmpdir(), 'deckwright-bench-'));
const measures: Record<string, () => Promise<Line[]>> = {
  pages: () => pageLines(folder, effort),
  'sign-ups': () => signUpLines(folder, effort, values.against),
  start: () => startLines(folder, effort),
  'first-load': () => firstLoadLines(folder),
};

const lines: Line[] = [];
try {
  for (const name of values.only.split(',')) {
    const measure = measures[name];
    if (!measure) throw new Error(`--only takes ${Object.keys(measures).join(', ')}`);
    process.stderr.write(`measuring ${name} …\n`);
    lines.push(...(await measure()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const circumstances = `Node ${process.version}, ${cpus().length} cores, ${generator}, ${effort.rounds} rounds of ${effort.seconds} s, medians`;
mkdirSync(values.out, { recursive: true });
writeFileSync(join(values.out, 'bench.json'), JSON.stringify({ circumstances, lines }, null, 2));
writeFileSync(join(values.out, 'bench.svg'), chart(lines));
process.stdout.write(`${circumstances}\n\n${table(lines)}\n`);
process.exitCode = lines.every(isReached) ? 0 : 1;

// `npm run bench`: every speed that we promise, measured beside its yardstick in this one run.
// `--against dist/server/index.js` of another build measures that one beside ours as well.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram } from '../support/programs.ts';
import { isReached, table } from './lines.ts';
import { pageLines } from './pages.ts';
import { signUpLines } from './sign-ups.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    against: { type: 'string' },
  },
});

if (findProgram('wrk')) {
  const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-bench-'));
  const pages = await pageLines(folder, effort);
  const lines = [...pages, ...(await signUpLines(folder, effort, values.against))];
  rmSync(folder, { recursive: true, force: true });
  const circumstances = `Node ${process.version}, ${cpus().length} cores`;
  console.log(`${circumstances}, medians of ${values.rounds} rounds of ${values.seconds} s\n`);
  console.log(table(lines));
  process.exitCode = lines.every(isReached) ? 0 : 1;
} else {
  console.log('Skipped all (needs wrk)');
}

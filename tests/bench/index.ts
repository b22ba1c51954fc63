// `npm run bench`: every speed that we promise, measured beside its yardstick in this one run.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { endAll } from '../../shared/testing/at-end.ts';
import { findProgram } from '../support/programs.ts';
import { isReached, table } from './lines.ts';
import { pageLines } from './pages.ts';
import { signUpLines } from './sign-ups.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
  },
});

if (findProgram('wrk')) {
  const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const lines = [...(await pageLines(effort)), ...(await signUpLines(effort))];
  await endAll();
  const circumstances = `Node ${process.version}, ${cpus().length} cores`;
  console.log(`${circumstances}, ${values.rounds} rounds, each load ${values.seconds} s\n`);
  console.log(table(lines));
  process.exitCode = lines.every(isReached) ? 0 : 1;
} else {
  console.log('Skipped all (needs wrk)');
}

// `npm run bench` measures each speed that the README promises, together with its yardstick.
import { cpus } from 'node:os';
import { endAll } from '../../shared/testing/at-end.ts';
import { findProgram } from '../support/programs.ts';
import { rounds, shown } from './lines.ts';
import { pageLines } from './pages.ts';
import { signUpLines } from './sign-ups.ts';
import { seconds } from './wrk.ts';

if (findProgram('wrk')) {
  const lines = [...(await pageLines()), ...(await signUpLines())];
  await endAll();
  const circumstances = `Node ${process.version}, ${cpus().length} cores`;
  console.log(`${circumstances}, ${rounds} rounds, each load ${seconds} s\n`);
  console.table(lines.map(shown));
  process.exitCode = lines.every(({ isReached }) => isReached) ? 0 : 1;
} else {
  console.log('Skipped all (needs wrk)');
}

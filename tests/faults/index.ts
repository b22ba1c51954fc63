/**
 * Makes every fault happen, for real, to the built server; prints what should come of it and what did.
 * `--rounds N`: how often the server is killed. `--only WORD`: the faults with that word in their name.
 */
import { parseArgs } from 'node:util';
import { allGroups } from './groups.ts';
import { runGroups } from './run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});

process.exitCode = (await runGroups(allGroups(Number(values.rounds)), values.only)) ? 0 : 1;

/**
 * Attacks the built server in every way that docs/security.md promises to withstand, and prints a table.
 * `--seconds N`: how long each flood lasts. `--only WORD`: the attacks with that word in their name.
 */
import { parseArgs } from 'node:util';
import { runGroups } from '../faults/run.ts';
import { attacks } from './attacks.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});

process.exitCode = (await runGroups(
  attacks({ seconds: Number(values.seconds), isTimed: true }),
  values.only,
))
  ? 0
  : 1;

/**
 * Makes every fault happen, for real, to the built server; prints what should come of it and what did.
 * `--rounds N`: how often the server is killed. `--only WORD`: the faults with that word in their name.
 */
import { parseArgs } from 'node:util';
import { isBuilt } from '../support/built-server.ts';
import { allGroups } from './groups.ts';
import { isAsExpected, printRow, type Row } from './table.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
});

async function runAll(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { faults, start, stop } of allGroups(Number(values.rounds))) {
    const chosen = faults.filter(({ name }) => name.includes(values.only));
    if (chosen.length === 0) continue;
    try {
      await start();
      for (const { name, expected, see } of chosen) {
        const seen = await see().catch((error: Error) => `${error}`);
        rows.push({ name, expected, seen });
        printRow({ name, expected, seen });
      }
    } finally {
      await stop();
    }
  }
  return rows;
}

if (!isBuilt) {
  process.stderr.write('Nothing is built yet: run `npm run build` first.\n');
  process.exit(1);
}
const rows = await runAll();
const wrong = rows.filter((row) => !isAsExpected(row));
console.log(`\n${rows.length} faults, ${wrong.length} with another end than expected.`);
process.exitCode = wrong.length > 0 ? 1 : 0;

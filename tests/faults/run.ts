import { isBuilt } from '../support/built-server.ts';
import type { Group } from './fault.ts';
import { isAsExpected, printRow, type Row } from './table.ts';

/**
 * Makes every fault of the groups happen whose name holds a word, and prints what should come of it and what did.
 * @returns whether all ended as expected.
 */
export async function runGroups(groups: readonly Group[], word: string): Promise<boolean> {
  if (!isBuilt) throw new Error('Nothing is built yet: run `npm run build` first.');
  const rows: Row[] = [];
  for (const { faults, start, stop } of groups) {
    const chosen = faults.filter(({ name }) => name.includes(word));
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
  const wrong = rows.filter((row) => !isAsExpected(row));
  console.log(`\n${rows.length} cases, ${wrong.length} with another end than expected.`);
  return wrong.length === 0;
}

import { isSkipped } from './fault.ts';

export interface Row {
  name: string;
  expected: string;
  seen: string;
}

const nameWidth = 46;
const expectedWidth = 52;

export const isAsExpected = ({ expected, seen }: Row): boolean =>
  seen === expected || isSkipped(seen);

const markOf = (row: Row): string => {
  if (isSkipped(row.seen)) return '-';
  return isAsExpected(row) ? '✓' : '✗';
};

/** One line of the table fault → expected → seen; what differs is marked. */
export function printRow(row: Row): void {
  const { name, expected, seen } = row;
  console.log(`${markOf(row)} ${name.padEnd(nameWidth)} ${expected.padEnd(expectedWidth)} ${seen}`);
}

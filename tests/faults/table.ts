export interface Row {
  name: string;
  expected: string;
  seen: string;
}

const nameWidth = 46;
const expectedWidth = 52;

/** One line of the table fault → expected → seen; what differs is marked. */
export function printRow({ name, expected, seen }: Row): void {
  const mark = expected === seen ? '✓' : '✗';
  console.log(`${mark} ${name.padEnd(nameWidth)} ${expected.padEnd(expectedWidth)} ${seen}`);
}

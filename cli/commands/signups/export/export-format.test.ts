import { expect, test } from 'vitest';
import { csvCell } from './export-format.ts';

test.each([
  ['=1+1', `'=1+1`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['ada@company.com', 'ada@company.com'],
])('the cell of %j is %j, which no spreadsheet runs as a formula', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

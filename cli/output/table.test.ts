import { expect, test } from 'vitest';
import { type Column, table, tableLayout } from './table.ts';

const columns: Column[] = [
  { name: 'EMAIL', shrinks: true },
  { name: 'SOURCE', optional: true },
  { name: 'TIMES', align: 'right' },
];
const rows = [
  ['ada@company.example', 'hero', '1'],
  ['bo@b.example', 'cta', '1200'],
];
const draw = (width: number, of = columns) =>
  table(of, rows, { width, paint: (_style, text) => text }).split('\n');

test('a table in a wide window has every column as wide as its longest cell', () => {
  expect(draw(80)).toEqual([
    'EMAIL                SOURCE  TIMES',
    'ada@company.example  hero        1',
    'bo@b.example         cta      1200',
  ]);
  // Exactly as wide as the table.
  expect(draw(34)).toEqual(draw(80));
});

test('a window that is a column too narrow leaves out the optional column, and cuts nothing', () => {
  expect(draw(33)).toEqual([
    'EMAIL                TIMES',
    'ada@company.example      1',
    'bo@b.example          1200',
  ]);
});

test('a narrower window cuts the column that shrinks, and shows where', () => {
  expect(draw(20)).toEqual([
    'EMAIL          TIMES',
    'ada@company.…      1',
    'bo@b.example    1200',
  ]);
});

test('no column gets narrower than its name', () => {
  expect(draw(5)[0]).toBe('EMAIL  TIMES');
  expect(draw(5)[1]).toBe('ada@…      1');
});

test('a table without a column that may shrink is not cut off', () => {
  const fixed = columns.map(({ name }) => ({ name }));
  expect(draw(5, fixed)[1]).toBe('ada@company.example  hero    1');
});

test('a table cuts a cell that is longer than the cells of the sample in a window, and not in a pipe', () => {
  const lineIn = (width: number) =>
    tableLayout([{ name: 'N', shrinks: true }], [['abc']], {
      width,
      paint: (_style, text) => text,
    }).line(['abcdef']);
  expect(lineIn(80)).toBe('ab…');
  expect(lineIn(Number.POSITIVE_INFINITY)).toBe('abcdef');
});

test('a table leaves out optional columns from the last one on until it fits, and never cuts a cell of the others', () => {
  const many: Column[] = [
    { name: 'EMAIL' },
    { name: 'SOURCE', optional: true },
    { name: 'SEEN', optional: true },
  ];
  const row = ['ada@company.example', 'hero', 'today'];
  const widths = [80, 33, 27, 10];
  const lines = widths.map(
    (width) => table(many, [row], { width, paint: (_style, text) => text }).split('\n')[1],
  );
  expect(lines).toEqual([
    'ada@company.example  hero    today',
    'ada@company.example  hero',
    'ada@company.example  hero',
    'ada@company.example',
  ]);
});

test('a table aligns cells of wide characters and of emoji by the columns that they take', () => {
  const rows = [
    ['漢字', 'x'],
    ['👩‍👩‍👧', 'x'],
    ['abcd', 'x'],
  ];
  const text = table([{ name: 'N' }, { name: 'M' }], rows, {
    width: 80,
    paint: (_style, plain) => plain,
  });
  expect(text.split('\n').slice(1)).toEqual(['漢字  x', '👩‍👩‍👧    x', 'abcd  x']);
});

test('a row may have fewer cells than the table has columns', () => {
  const short = table(columns, [['ada@b.example']], { width: 80, paint: (_style, text) => text });
  expect(short.split('\n')[1]).toBe('ada@b.example');
});

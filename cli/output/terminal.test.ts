import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { askPerson, createTerminal } from './terminal.ts';

const { stdin, stdout, stderr } = process;
const before = [stdin, stderr].map(({ isTTY }) => isTTY);
const columnsBefore = stdout.columns;
afterEach(() => {
  Object.assign(stdin, { isTTY: before[0] });
  Object.assign(stderr, { isTTY: before[1] });
  Object.assign(stdout, { columns: columnsBefore });
});

test.each([
  ['the window', 100, '72', 100],
  ['COLUMNS where there is no window', undefined, '72', 72],
  ['COLUMNS of a window that says nothing', 0, '72', 72],
  ['nothing', undefined, undefined, Number.POSITIVE_INFINITY],
])('the width of a terminal is that of %s', (_what, columns, COLUMNS, width) => {
  Object.assign(stdout, { columns });
  expect(createTerminal({ COLUMNS }).width).toBe(width);
});

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])(
  'with a terminal for input: %s, and for errors: %s, a command can ask the person: %s',
  (input, errors, canAsk) => {
    Object.assign(stdin, { isTTY: input });
    Object.assign(stderr, { isTTY: errors });
    expect(createTerminal({}).ask !== null).toBe(canAsk);
  },
);

test.each([
  ['Ctrl-C', '', '\u0003'],
  ['Ctrl-D', '', '\u0004'],
  ['y and Enter', 'y', 'y\r'],
])('the answer to a question that is ended by %s is %j', async (_keys, answer, typed) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked = askPerson('Erase? [y/N] ', input, output);
  input.write(typed);
  expect(await asked).toBe(answer);
});

import { expect, test } from 'vitest';
import { cut, doneOrWarning, mark, marked, moment, plural, wrap } from './text.ts';

const paint = (style: unknown, text: string) => `<${style}>${text}`;

test.each([
  ['good', '<green>✓'],
  ['warning', '<yellow>!'],
  ['problem', '<red>✗'],
] as const)('the mark of %s is %s', (verdict, expected) => {
  expect(mark(paint, verdict)).toBe(expected);
});

test.each([
  ['whole', 5, 'whole'],
  ['longer', 5, 'long…'],
  ['longer', 1, '…'],
  ['longer', 0, '…'],
])('“%s” cut to %i characters is “%s”', (text, width, expected) => {
  expect(cut(text, width)).toBe(expected);
});

test('wrapped text is no wider than the window, and each line has the indentation', () => {
  expect(wrap('one two three four', 10, '  ')).toBe('  one two\n  three\n  four');
  expect(wrap('one two', 40)).toBe('one two');
});

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
])('%i is counted as “%s”', (number, expected) => {
  expect(plural(number, 'day')).toBe(expected);
});

test('a text after its mark goes on under itself', () => {
  expect(marked({ paint, width: 12 }, 'good', 'one two three')).toBe('<green>✓ one two\n  three');
});

test('a result is marked as done, or as a warning when there was nothing to do', () => {
  const terminal = { paint, width: 80 } as Parameters<ReturnType<typeof doneOrWarning>>[1];
  expect(doneOrWarning(true, 'Erased.')(null, terminal)).toBe('<green>✓ Erased.');
  expect(doneOrWarning(false, 'Nothing.')(null, terminal)).toBe('<yellow>! Nothing.');
});

test('a moment is shown to the minute', () => {
  expect(moment('2026-02-03T04:05:06.789Z')).toBe('2026-02-03 04:05');
});

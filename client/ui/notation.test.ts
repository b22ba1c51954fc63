import { expect, it } from 'vitest';
import { parseMarkedText, plainText } from './notation.ts';

it('marked text is parsed into lines of marked and unmarked parts', () => {
  const plain = (text: string) => ({ text, isMarked: false });
  const marked = (text: string) => ({ text, isMarked: true });
  expect(parseMarkedText('Start *here,*\nnot there')).toEqual([
    [plain('Start '), marked('here,')],
    [plain('not there')],
  ]);
  expect(parseMarkedText('*Half|of it*')).toEqual([[marked('Half')], [marked('of it')]]);
  expect(parseMarkedText('none')).toEqual([[plain('none')]]);
});

it('plain text has no notation and is on one line', () => {
  expect(plainText('Start *here,*\nnot|there')).toBe('Start here, not there');
});

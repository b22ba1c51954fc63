import { expect, test } from 'vitest';
import type { Described } from '../reader/messages.ts';
import { noteOf } from './template-words.ts';

const described = (layoutCount: number) => ({ layoutCount, hasPicture: false }) as Described;

test('the words about a template count one layout and several layouts, on a wide screen and on a phone', () => {
  expect(noteOf(described(1), [], [])).toEqual({
    wide: '1 layout and typeface read. Nothing was sent.',
    phone: '1 layout read, nothing sent.',
  });
  expect(noteOf(described(12), ['Aptos'], [])).toEqual({
    wide: '12 layouts read, nothing sent. Aptos is shown in a stand-in.',
    phone: '12 layouts read, nothing sent.',
  });
});

test('the line names a document that came along with the template, or says that the first of several templates was read', () => {
  const chosen = (...names: string[]) =>
    noteOf(
      described(1),
      [],
      names.map((name) => new File([], name)),
    ).wide;
  expect(chosen('SOW.pdf', 'A.pptx')).toBe('SOW.pdf was not read here. Nothing was sent.');
  expect(chosen('A.pptx', 'B.potx')).toBe('The first of two templates. Nothing was sent.');
  expect(chosen('A.pptx', 'B.potx', 'c.PPTX')).toBe('The first of 3 templates. Nothing was sent.');
});

import { expect, test } from 'vitest';
import { founders } from '../../../shared/site.ts';
import { placeholderNotes } from './placeholders.ts';

const [one, other] = founders;

test('check warns of the founders whose names are missing, and of no other founder', () => {
  const [note, ...more] = placeholderNotes([
    { ...one, name: 'Ada' },
    { ...other, name: 'The designer' },
  ]);
  expect(more).toEqual([]);
  expect(note?.warning).toMatch(/still stand as “The designer”$/);
  expect(note?.remedy).toContain('shared/site.ts');
  expect(placeholderNotes([{ ...one, name: 'Ada' }])).toEqual([]);
});

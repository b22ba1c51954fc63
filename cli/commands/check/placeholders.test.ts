import { expect, test } from 'vitest';
import { founders } from '../../../shared/site.ts';
import { placeholderNotes } from './placeholders.ts';

const [one, other] = founders;

test('founders whose names are missing are noted, and nobody else', () => {
  const [note, ...more] = placeholderNotes([
    { ...one, name: 'Ada' },
    { ...other, name: 'The designer' },
  ]);
  expect(more).toEqual([]);
  expect(note?.warning).toMatch(/still stand as “The designer”$/);
  expect(note?.remedy).toContain('shared/site.ts');
  expect(placeholderNotes([{ ...one, name: 'Ada' }])).toEqual([]);
});

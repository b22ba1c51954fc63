import { expect, test } from 'vitest';
import { paths } from '../../../../shared/paths.ts';
import { founders } from '../../../../shared/site.ts';
import { placeholderNotes, privacyNotes } from './placeholders.ts';

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

test('check quotes each role that stands in the place of a founder', () => {
  const people = ['The designer', 'The engineer'].map((name) => ({ ...one, name }));
  expect(placeholderNotes(people)).toEqual([
    {
      name: 'founders',
      value: 'shared/site.ts',
      warning: 'still stand as “The designer” and “The engineer”',
      remedy: 'Write their names into shared/site.ts, commit, and build.',
    },
  ]);
});

test('check names the files in which the privacy page and its description are written', () => {
  const page = { path: paths.privacy, description: 'COMING SOON.' };
  expect(privacyNotes('on', [{ path: paths.terms, description: 'Terms.' }, page])).toEqual([
    {
      name: 'privacy',
      value: '/privacy',
      warning: 'says “Coming Soon”, and INDEXING is on: the notice under the form leads there',
      remedy:
        'Write the page into client/pages/privacy.tsx, and its description into shared/pages.ts.',
    },
  ]);
  expect(privacyNotes('on', [{ ...page, path: paths.terms }])).toEqual([]);
});

import { expect, test } from 'vitest';
import { site } from '../../../shared/site.ts';
import { manifestProblems } from './problems.ts';
import { manifest, type PageRow } from './rows.ts';

const origin = 'https://deckwright.example';
const contactEmail = 'hello@deckwright.example';
const rows = manifest({ origin, indexing: true, contactEmail });

/** Returns the problems of a manifest with one changed page. */
const said = (path: string | null, change: Partial<PageRow>): string[] => {
  const changed = rows.map((row) => (row.path === path ? { ...row, ...change } : row));
  return manifestProblems(changed).map(({ field, problem }) => `${field} ${problem}`);
};
const long = (length: number): string => 'x'.repeat(length);
const elsewhere = 'canonical is not the absolute address of this page';

test.each<[problem: string, change: Partial<PageRow>, path?: null]>([
  ['path is relative', { path: 'upload' }],
  ['path is the same as on /terms', { path: '/terms' }],
  ['title is missing', { title: ' ' }],
  ['title has 61 characters, more than 60', { title: long(61) }],
  ['title is the same as on the 404 page', { title: `Page not found | ${site.name}` }],
  ['description is missing', { description: '' }],
  ['description has 161 characters, more than 160', { description: long(161) }],
  ['description is the same as on /', { description: rows[0]?.description ?? '' }],
  ['keywords is missing', { keywords: [] }],
  ['keywords is missing', { keywords: ['decks', ' '] }],
  ['keywords names a keyword twice', { keywords: ['a', 'a'] }],
  ['canonical is missing', { canonical: null }],
  [elsewhere, { canonical: '/upload' }],
  [elsewhere, { canonical: `${origin}/upload/` }],
  ['robots is missing', { robots: '' }],
  ['image is no absolute address', { image: '/share/upload.png' }],
  ['structuredData names a type twice', { structuredData: ['WebSite', 'WebSite'] }],
  ['canonical stands on an error page', { canonical: `${origin}/404` }, null],
  ['robots lets an error page be indexed', { robots: 'index, follow' }, null],
  ['status is not 404', { status: 200 }, null],
  ['structuredData stands on an error page', { structuredData: ['WebSite'] }, null],
])('%s where a page is changed to %j', (problem, change, path) => {
  expect(said(path === null ? null : '/upload', change)).toContain(problem);
});

test.each<Partial<PageRow>>([
  { title: long(60) },
  { description: long(160) },
  { canonical: 'http://localhost:3000/upload' },
])('nothing is wrong with %j', (change) => {
  expect(said('/upload', change)).toEqual([]);
});

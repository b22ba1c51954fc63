import { expect, test } from 'vitest';
import { type ManifestEntry, manifest } from './entries.ts';
import { manifestProblems } from './problems.ts';

const origin = 'https://deckwright.example';
const contactEmail = 'hello@deckwright.example';
const entries = manifest({ origin, indexing: true, contactEmail });

/** What is said of a manifest with one page changed. */
const said = (path: string | null, change: Partial<ManifestEntry>): string[] => {
  const changed = entries.map((entry) => (entry.path === path ? { ...entry, ...change } : entry));
  return manifestProblems(changed).map((one) => `${one.path} ${one.field} ${one.problem}`);
};
const long = (length: number): string => 'x'.repeat(length);
const elsewhere = 'canonical is not the absolute address of this page';

test.each<[problem: string, change: Partial<ManifestEntry>]>([
  ['title is missing', { title: ' ' }],
  ['title has 61 characters, more than 60', { title: long(61) }],
  ['title is the same as on the 404 page', { title: 'Page not found | Deckwright' }],
  ['description is missing', { description: '' }],
  ['description has 161 characters, more than 160', { description: long(161) }],
  ['keywords is missing', { keywords: [] }],
  ['keywords is missing', { keywords: ['decks', ' '] }],
  ['keywords names a keyword twice', { keywords: ['a', 'a'] }],
  ['canonical is missing', { canonical: null }],
  [elsewhere, { canonical: '/upload' }],
  [elsewhere, { canonical: `at ${origin}/upload` }],
  [elsewhere, { canonical: `${origin}/uploads` }],
  [elsewhere, { canonical: `${origin}/upload/` }],
  [elsewhere, { canonical: `${origin}/upload?a` }],
  ['robots is missing', { robots: '' }],
  ['image is no absolute address', { image: '/share/upload.png' }],
  ['image is no absolute address', { image: '' }],
  ['structuredData names a type twice', { structuredData: ['WebSite', 'WebSite'] }],
])('%s on a page of %j', (problem, change) => {
  expect(said('/upload', change)).toContain(`/upload ${problem}`);
});

test.each<[problem: string, change: Partial<ManifestEntry>]>([
  ['canonical stands on an error page', { canonical: `${origin}/404` }],
  ['robots lets an error page be indexed', { robots: 'index, follow' }],
  ['status is not 404', { status: 200 }],
  ['structuredData stands on an error page', { structuredData: ['WebSite'] }],
])('%s on a 404 page of %j', (problem, change) => {
  expect(said(null, change)).toContain(`null ${problem}`);
});

test.each(['title', 'description'] as const)('a %s may not be used twice', (field) => {
  const home = entries.find((entry) => entry.path === '/');
  expect(said('/upload', { [field]: home?.[field] })).toEqual([
    `/ ${field} is the same as on /upload`,
    `/upload ${field} is the same as on /`,
  ]);
});

test('a path begins with a slash, and is that of one page', () => {
  expect(said('/upload', { path: 'upload' })).toContain('upload path is relative');
  expect(said('/upload', { path: '/terms' })).toContain('/terms path is the same as on /terms');
});

test.each<[path: string, change: Partial<ManifestEntry>]>([
  ['/upload', { title: long(60) }],
  ['/upload', { description: long(160) }],
  ['/upload', { canonical: 'http://localhost:3000/upload' }],
  ['/', { canonical: `${origin}/` }],
])('nothing is wrong with %s of %j', (path, change) => {
  expect(said(path, change)).toEqual([]);
});

import { expect, test } from 'vitest';
import { type ManifestEntry, manifest } from './entries.ts';
import { manifestProblems, reachProblems } from './problems.ts';

const entries = manifest({
  origin: 'https://deckwright.example',
  indexing: true,
  contactEmail: 'hello@deckwright.example',
});

/** The manifest with one page changed. */
const withPage = (path: string | null, change: Partial<ManifestEntry>): ManifestEntry[] =>
  entries.map((entry) => (entry.path === path ? { ...entry, ...change } : entry));

const said = (changed: readonly ManifestEntry[]): string[] =>
  manifestProblems(changed).map(({ path, field, problem }) => `${path} ${field} ${problem}`);

test('our own pages keep every rule', () => {
  expect(said(entries)).toEqual([]);
});

test.each<[string, string | null, Partial<ManifestEntry>]>([
  ['/upload title is missing', '/upload', { title: ' ' }],
  ['/upload title has 61 characters, more than 60', '/upload', { title: 'x'.repeat(61) }],
  ['/upload description is missing', '/upload', { description: '' }],
  [
    '/upload description has 161 characters, more than 160',
    '/upload',
    { description: 'x'.repeat(161) },
  ],
  ['upload path is relative', '/upload', { path: 'upload' }],
  ['/upload keywords is missing', '/upload', { keywords: [] }],
  ['/upload keywords is missing', '/upload', { keywords: ['decks', ' '] }],
  ['/upload keywords names a keyword twice', '/upload', { keywords: ['a', 'a'] }],
  ['/upload canonical is missing', '/upload', { canonical: null }],
  [
    '/upload canonical is not the absolute address of this page',
    '/upload',
    { canonical: '/upload' },
  ],
  [
    '/upload canonical is not the absolute address of this page',
    '/upload',
    { canonical: 'at https://deckwright.example/upload' },
  ],
  [
    '/upload canonical is not the absolute address of this page',
    '/upload',
    { canonical: 'https://deckwright.example/uploads' },
  ],
  [
    '/upload canonical is not the absolute address of this page',
    '/upload',
    { canonical: 'https://deckwright.example/upload/' },
  ],
  [
    '/upload canonical is not the absolute address of this page',
    '/upload',
    { canonical: 'https://deckwright.example/upload?a' },
  ],
  ['null canonical stands on an error page', null, { canonical: 'https://deckwright.example/404' }],
  ['null robots lets an error page be indexed', null, { robots: 'index, follow' }],
  ['/upload robots is missing', '/upload', { robots: '' }],
  ['/upload image is no absolute address', '/upload', { image: '/share/upload.png' }],
  ['/upload image is no absolute address', '/upload', { image: '' }],
  ['null status is not 404', null, { status: 200 }],
  ['null structuredData stands on an error page', null, { structuredData: ['WebSite'] }],
  [
    '/upload structuredData names a type twice',
    '/upload',
    { structuredData: ['WebSite', 'WebSite'] },
  ],
])('%s', (problem, path, change) => {
  expect(said(withPage(path, change))).toContain(problem);
});

test.each(['title', 'description'] as const)('a %s may not be used twice', (field) => {
  const home = entries.find((entry) => entry.path === '/');
  const changed = withPage('/upload', { [field]: home?.[field] });
  expect(said(changed)).toEqual([
    `/ ${field} is the same as on /upload`,
    `/upload ${field} is the same as on /`,
  ]);
});

test('two pages may not answer at one path, nor a page share its title with the 404 page', () => {
  expect(said(withPage('/upload', { path: '/terms' }))).toEqual(
    expect.arrayContaining(['/terms path is the same as on /terms']),
  );
  const lost = entries.find((entry) => entry.path === null);
  expect(said(withPage('/upload', { title: lost?.title ?? '' }))).toContain(
    '/upload title is the same as on the 404 page',
  );
});

test.each([
  ['a title of 60 characters', '/upload', { title: 'x'.repeat(60) }],
  ['a description of 160 characters', '/upload', { description: 'x'.repeat(160) }],
  ['the front page’s slash', '/', { canonical: 'https://deckwright.example/' }],
  ['a site that is not served over TLS', '/upload', { canonical: 'http://localhost:3000/upload' }],
])('%s is no problem', (_case, path, change) => {
  expect(said(withPage(path, change))).toEqual([]);
});

test('an address that no server answers as promised is a problem', async () => {
  const ask = async (path: string) => {
    if (path === '/privacy') throw new Error('refused');
    return path === '/share/terms.png' ? 404 : path.startsWith('/no-page') ? 404 : 200;
  };
  expect(await reachProblems(entries, ask)).toEqual([
    { path: '/privacy', field: 'status', problem: 'is unreachable: 0' },
    { path: '/terms', field: 'image', problem: 'is unreachable: 404' },
  ]);
});

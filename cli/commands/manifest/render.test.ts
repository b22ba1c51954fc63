import { expect, test } from 'vitest';
import type { Terminal } from '../../output/terminal.ts';
import type { ManifestProblem } from './problems.ts';
import { renderPage, renderProblems, renderTable } from './render.ts';
import type { ManifestRow, PageRow } from './rows.ts';

const terminal = { width: 100, paint: (_style, text) => text } as Terminal;

const home: PageRow = {
  path: '/',
  status: 200,
  title: 'Decks',
  description: 'Makes decks.',
  keywords: ['deck', 'slides'],
  canonical: 'https://deckwright.test/',
  robots: 'index, follow',
  image: 'https://deckwright.test/share/home.png',
  structuredData: [],
};
const notFound: PageRow = { ...home, path: null, status: 404, canonical: null };
const joined: PageRow = { ...home, path: '/early-access/joined', robots: 'noindex, follow' };
const contact: ManifestRow = { path: '/contact', status: 301, location: '/#contact' };
const problem: ManifestProblem = { path: '/', field: 'title', problem: 'is missing' };
const rows = [home, joined, { ...joined, path: '/early-access/too-fast' }, notFound, contact];

test('the table has a line for each page and redirect, marks a page with a problem, and names the problem below', () => {
  expect(renderTable([problem], false)(rows, terminal).split('\n')).toEqual([
    'PATH             STATUS  ROBOTS   TITLE           LENGTH',
    '✗ /              200     index    Decks           5/60',
    '(any other)      404     index    Decks           5/60',
    '/contact         301              → /#contact',
    '/early-access/…  200     noindex  2 pages: --all',
    '✗ / title is missing',
  ]);
});

test('with all pages the table folds nothing and marks nothing without a problem', () => {
  const lines = renderTable([], true)(rows, terminal).split('\n');
  expect(lines).toHaveLength(rows.length + 1);
  expect(lines[2]).toMatch(/^\/early-access\/joined +200 +noindex +Decks +5\/60$/);
  expect(lines.join()).not.toMatch(/✗|--all/);
});

test('one page has a line for each field, with the limits of its texts', () => {
  expect(renderPage([notFound], terminal).split('\n')).toEqual([
    '(any other)',
    '  status          404',
    '  title           Decks (5 of 60 characters)',
    '  description     Makes decks. (12 of 160 characters)',
    '  keywords        deck, slides',
    '  canonical       (none)',
    '  robots          index, follow',
    '  image           https://deckwright.test/share/home.png',
    '  structuredData  ',
  ]);
  expect(renderPage([], terminal)).toBe('');
});

test('the problems are listed and counted', () => {
  expect(renderProblems({ pages: 2, problems: [problem, problem] }, terminal)).toBe(
    '✗ / title is missing\n✗ / title is missing\n2 problems on 2 pages.',
  );
  expect(renderProblems({ pages: 1, problems: [] }, terminal)).toBe(
    '✓ 1 page, every head keeps the rules.',
  );
});

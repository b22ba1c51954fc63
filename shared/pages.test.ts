import { expect, test } from 'vitest';
import { type Page, pages } from './pages.ts';
import { isOutcomePath } from './paths.ts';
import { site } from './site.ts';

const page = (id: string) => pages.find((candidate) => candidate.id === id) as Page;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** One row a page: where it answers, and what a tab calls it. */
test.each([
  ['home', '/', `${site.name}: ${lowerFirst(site.promise.replace(/\.$/, ''))}`],
  ['upload', '/upload', `Upload Your Files | ${site.name}`],
  ['privacy', '/privacy', `Privacy Policy | ${site.name}`],
  ['terms', '/terms', `Terms of Service | ${site.name}`],
  ['careers', '/careers', `Join Our Team | ${site.name}`],
  ['not-found', null, `Page not found | ${site.name}`],
  ['early-access-joined', '/early-access/joined', `You're on the list! | ${site.name}`],
  [
    'early-access-rate_limited',
    '/early-access/rate-limited',
    `Sign-up failed (rate limited) | ${site.name}`,
  ],
])('%s answers at %s as “%s”', (id, path, title) => {
  const status = path === null ? 404 : 200;
  const isOutcome = id.startsWith('early-access');
  const robots = isOutcome || path === null ? 'noindex, follow' : 'index, follow';
  expect(page(id)).toMatchObject({ path, status, title, robots });
  expect(isOutcomePath(path)).toBe(isOutcome);
});

test.each(pages)(
  'the share image of $id has an alternative text',
  ({ image: { lines, note, alt } }) => {
    expect([2, 3]).toContain(lines.length);
    expect(alt.split(' beside the words: ')).toEqual([expect.any(String), lines.join(' ')]);
    expect(note).toMatch(/^[A-Z].+\.$/);
  },
);

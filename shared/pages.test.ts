import { expect, test } from 'vitest';
import { type Page, pages } from './pages.ts';
import { isOutcomePath } from './paths.ts';

const page = (id: string) => pages.find((candidate) => candidate.id === id) as Page;

const front = ['Organization', 'WebSite', 'SoftwareApplication'];
const inner = ['Organization', 'WebSite', 'BreadcrumbList'];
const sow = /statement of work .* PowerPoint template.* storyline and slide titles .* download/;
const wait = 'early-access-rate_limited';
const steps =
  /coming next: .* statement of work .* PPTX template.* storyline and slides.* download/;

/** One row a page: where it answers, what a tab calls it, what it is about, and what it describes. */
const table: [id: string, path: string | null, title: string, about: RegExp, types: string[]][] = [
  ['home', '/', 'Deckwright: strategy decks in minutes, not weeks', sow, front],
  ['upload', '/upload', 'Upload Your Files | Deckwright', steps, inner],
  ['privacy', '/privacy', 'Privacy Policy | Deckwright', /privacy policy .* coming soon/, inner],
  ['terms', '/terms', 'Terms of Service | Deckwright', /terms of service .* coming soon/, inner],
  ['careers', '/careers', 'Join Our Team | Deckwright', /Openings .* coming soon/, inner],
  ['not-found', null, 'Page not found | Deckwright', /no page at this address/, []],
  ['early-access-joined', '/early-access/joined', "You're on the list! | Deckwright", /Thank/, []],
  [
    wait,
    '/early-access/rate-limited',
    'Sign-up failed (rate limited) | Deckwright',
    /Too many/,
    [],
  ],
];

test.each(table)('%s answers at %s as “%s”', (id, path, title, about, structuredData) => {
  const status = path === null ? 404 : 200;
  const robots = structuredData.length > 0 ? 'index, follow' : 'noindex, follow';
  expect(page(id)).toMatchObject({ path, status, title, robots, structuredData });
  expect(page(id).description).toMatch(about);
  expect(isOutcomePath(path)).toBe(id.startsWith('early-access'));
});

test.each(['home', 'upload'])('%s can be found by what the product takes in and puts out', (id) => {
  const words = ['strategy deck', 'statement of work', 'PowerPoint template'];
  expect(page(id).keywords).toEqual(expect.arrayContaining(words));
});

test.each([
  ['home', 'home', 'Strategy decks in minutes, not weeks.'],
  ['upload', 'upload', 'Upload Your Files'],
  ['not-found', 'not-found', 'Oops! Page not found'],
  [wait, 'early-access', 'Get Early Access'],
])('in a chat the preview of %s is %s.png and reads “%s”, aloud too', (id, name, words) => {
  const { image } = page(id);
  expect([image.id, image.lines.join(' ')]).toEqual([name, words]);
  expect(image.alt).toMatch(/^A drawn slide with .* beside the words: /);
  expect(image.alt.endsWith(`: ${words}`)).toBe(true);
});

test.each(pages)('the picture of $id has two or three lines and a note', ({ image }) => {
  expect([2, 3]).toContain(image.lines.length);
  expect(image.note).toMatch(/^[A-Z].+\.$/);
});

import { describe, expect, test } from 'vitest';
import { type Page, pages } from './pages.ts';

const page = (id: string): Page => {
  const found = pages.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no page ${id}`);
  return found;
};

/** One row a page: where it answers and how, what a tab and a preview call it, and what it is about. */
const table: [id: string, path: string | null, status: number, title: string, about: RegExp][] = [
  [
    'home',
    '/',
    200,
    'Deckwright: strategy decks in minutes, not weeks',
    /statement of work .* PowerPoint template.* storyline and slide titles .* download/,
  ],
  [
    'upload',
    '/upload',
    200,
    'Upload Your Files | Deckwright',
    /coming next: .* statement of work .* PPTX template.* AI storyline and slides.* download/,
  ],
  ['privacy', '/privacy', 200, 'Privacy Policy | Deckwright', /privacy policy .* coming soon/],
  ['terms', '/terms', 200, 'Terms of Service | Deckwright', /terms of service .* coming soon/],
  ['careers', '/careers', 200, 'Join Our Team | Deckwright', /Openings .* coming soon/],
  ['not-found', null, 404, 'Page not found | Deckwright', /no page at this address/],
  ['early-access-joined', '/early-access/joined', 200, "You're on the list! | Deckwright", /Thank/],
];

test.each(table)('%s answers at %s with %i, as “%s”', (id, path, status, title, about) => {
  expect(page(id)).toMatchObject({ path, status, title });
  expect(page(id).description).toMatch(about);
});

test.each(['home', 'upload', 'privacy', 'terms', 'careers'])('%s may be indexed', (id) => {
  expect(page(id).robots).toBe('index, follow');
});

test.each([
  ['home', ['Organization', 'WebSite', 'SoftwareApplication']],
  ['upload', ['Organization', 'WebSite', 'BreadcrumbList']],
  ['privacy', ['Organization', 'WebSite', 'BreadcrumbList']],
  ['terms', ['Organization', 'WebSite', 'BreadcrumbList']],
  ['careers', ['Organization', 'WebSite', 'BreadcrumbList']],
  ['not-found', []],
])('%s describes %j to search engines', (id, types) => {
  expect(page(id).structuredData).toEqual(types);
});

test('the pages that sell the product can be found by what it takes in and puts out', () => {
  for (const id of ['home', 'upload']) {
    expect(page(id).keywords).toEqual(
      expect.arrayContaining(['strategy deck', 'statement of work', 'PowerPoint template']),
    );
  }
});

describe('without JavaScript', () => {
  const refusals = [
    ['too_fast', '/early-access/too-fast', 'too fast', /^Please take a moment to review/],
    ['honeypot', '/early-access/honeypot', 'honeypot', /^Please try again\.$/],
    ['upstream_fetch', '/early-access/upstream-fetch', 'upstream fetch', /to the Edge Function$/],
    ['upstream_relay', '/early-access/upstream-relay', 'upstream relay', /^Relay Error invoking/],
    ['upstream_http', '/early-access/upstream-http', 'upstream http', /a non-2xx status code$/],
    ['bot_check_failed', '/early-access/bot-check-failed', 'bot check failed', /bot check/],
    ['rate_limited', '/early-access/rate-limited', 'rate limited', /Too many attempts/],
  ] as const;

  test.each(refusals)('%s leads to a page that says so', (code, path, words, message) => {
    expect(page(`early-access-${code}`)).toMatchObject({
      path,
      title: `Sign-up failed (${words}) | Deckwright`,
      description: expect.stringMatching(message),
    });
  });

  const ends = pages.filter(({ id }) => id.startsWith('early-access-'));

  test.each(ends)(
    '$path is for the one who signed up: found by nobody, described to nobody',
    (end) => {
      expect(end).toMatchObject({ status: 200, robots: 'noindex, follow', structuredData: [] });
      expect(end.keywords).toEqual(['early access']);
    },
  );
});

describe('the picture in a chat preview', () => {
  test.each([
    ['home', 'home', 'Strategy decks in minutes, not weeks.'],
    ['upload', 'upload', 'Upload Your Files'],
    ['privacy', 'privacy', 'Privacy Policy'],
    ['terms', 'terms', 'Terms of Service'],
    ['careers', 'careers', 'Join Our Team'],
    ['not-found', 'not-found', 'Oops! Page not found'],
    ['early-access-joined', 'early-access', 'Get Early Access'],
    ['early-access-rate_limited', 'early-access', 'Get Early Access'],
  ])('of %s is %s.png and reads “%s”, aloud too', (id, name, words) => {
    const { image } = page(id);
    expect([image.id, image.lines.join(' ')]).toEqual([name, words]);
    expect(image.alt).toMatch(/^A drawn slide with .* beside the words: /);
    expect(image.alt.endsWith(`: ${words}`)).toBe(true);
  });

  test.each(pages)(
    'of $id has at most three lines, one of them marked, and a note',
    ({ image }) => {
      expect(image.lines.length).toBeLessThanOrEqual(3);
      expect(image.lines.every((line) => line.trim() !== '')).toBe(true);
      expect(image.lines.length).toBeGreaterThan(1);
      expect(image.note).toMatch(/^[A-Z].+\.$/);
    },
  );
});

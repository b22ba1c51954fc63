import { afterEach, expect, test, vi } from 'vitest';
import type * as Site from '../../shared/site.ts';
import { asElement, matching, parseHead } from './parsed-head.ts';

const hostile = `"'><script>alert(1)</script></title><!--$&$\`\u2028\u2029&amp;`;
const config = {
  origin: `https://x.example/${hostile}`,
  contactEmail: `${hostile}@deckwright.example`,
  indexing: true,
  turnstileSiteKey: hostile,
  transport: { kind: 'proxy' },
} as const;
const template = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<!--deckwright:head--></head><body><p>contact-email@placeholder.invalid</p>
<!--deckwright:config--></body></html>`;

afterEach(() => {
  vi.doUnmock('../../shared/site.ts');
  vi.resetModules();
});

/** Everything that says who we are, made hostile before anything reads it. */
async function withHostileSite() {
  vi.resetModules();
  vi.doMock('../../shared/site.ts', async (original) => {
    const { site, ...rest } = await original<typeof Site>();
    return {
      ...rest,
      site: { ...site, name: hostile, promise: hostile, areaServed: hostile, locale: hostile },
    };
  });
  const { fillDocument } = await import('../../server/static/document.ts');
  const { headTags } = await import('../../shared/head.ts');
  const { pages } = await import('../../shared/pages.ts');
  return { fillDocument, headTags, pages };
}

test('hostile values arrive in the head as they are, and end nothing', async () => {
  const { fillDocument, headTags, pages } = await withHostileSite();
  for (const page of pages) {
    const { elements } = parseHead(fillDocument(template, page, config));
    expect(elements.slice(1)).toEqual(headTags(page, config).map(asElement));
  }
});

test('hostile values arrive in the structured data as they are', async () => {
  const { fillDocument, pages } = await withHostileSite();
  const home = pages.find((page) => page.id === 'home');
  if (!home) throw new Error('no home');
  const html = fillDocument(template, home, config);
  const [script] = matching(parseHead(html).elements, 'script', { type: 'application/ld+json' });
  expect(script?.text).not.toMatch(/[<>&\u2028\u2029]/);
  const [organization] = JSON.parse(script?.text ?? '')['@graph'];
  expect(organization).toMatchObject({
    name: hostile,
    areaServed: hostile,
    contactPoint: { email: config.contactEmail },
    url: `${config.origin}/`,
  });
});

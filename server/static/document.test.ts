import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { headTags } from '../../shared/head.ts';
import {
  type PageConfig,
  pageConfigElementId,
  pageConfigOf,
  pagePlaceholder,
  placeholders,
} from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { testSettings } from '../testing/settings.ts';
import { fillDocument } from './document.ts';

const hostile = `"'><script>alert(1)</script></title><!--$&$\`\u2028\u2029&amp;`;
const config: PageConfig = {
  origin: `https://x.example/${hostile}`,
  contactEmail: `${hostile}@deckwright.example`,
  indexing: true,
  turnstileSiteKey: hostile,
  usesFunction: false,
  transport: { kind: 'proxy' },
  shareImages: { home: hostile },
  texts: {
    ...pageConfigOf(testSettings({}), { noticeVersion: '' }).texts,
    contactEmail: `${hostile}@deckwright.example`,
    contactMailbox: hostile,
    contactHost: 'deckwright.example',
    notice: [{ text: hostile }, { text: hostile, href: hostile }],
    noticeVersion: '659d0d610218',
  },
};
const { head, config: place } = placeholders;
const [contactEmail, notice, noticeVersion] = ['contactEmail', 'notice', 'noticeVersion'].map(
  pagePlaceholder,
);
const built = `<head>${head}</head><a href="mailto:${contactEmail}">${contactEmail}</a>${place}<p>${notice}</p><input value="${noticeVersion}">`;

test.each(pages)(
  'in $id hostile values of the environment stay text and end no element',
  (page) => {
    const html = fillDocument(built, { ...page, title: hostile }, config);
    const { document } = new JSDOM(html).window;
    const tags = headTags({ ...page, title: hostile }, config);
    expect([...document.head.children].map(({ textContent }) => textContent)).toEqual(
      tags.map(({ text = '' }) => text),
    );
    for (const [at, { attributes }] of tags.entries()) {
      for (const [name, value] of Object.entries(attributes)) {
        expect(document.head.children[at]?.getAttribute(name)).toBe(value);
      }
    }
    const [link, inert, shown, input, ...more] = document.body.children;
    expect([link?.getAttribute('href'), link?.textContent]).toEqual([
      `mailto:${config.contactEmail}`,
      config.contactEmail,
    ]);
    expect([inert?.id, JSON.parse(inert?.textContent ?? '')]).toEqual([
      pageConfigElementId,
      config,
    ]);
    expect(shown?.textContent).toBe(hostile + hostile);
    expect([...(shown?.children ?? [])].map((one) => one.getAttribute('href'))).toEqual([hostile]);
    expect(input?.getAttribute('value')).toBe(config.texts.noticeVersion);
    expect(more).toEqual([]);
  },
);

test('a page that shows a text without a value fails when it is filled', () => {
  const [page] = pages;
  expect(() =>
    fillDocument(pagePlaceholder('unknown'), page as (typeof pages)[number], config),
  ).toThrow('shows unknown, which has no text');
});

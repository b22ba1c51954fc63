import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { headTags } from '../../shared/head.ts';
import { type PageConfig, pageConfigElementId, placeholders } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { fillDocument } from './document.ts';

const hostile = `"'><script>alert(1)</script></title><!--$&$\`\u2028\u2029&amp;`;
const config: PageConfig = {
  origin: `https://x.example/${hostile}`,
  contactEmail: `${hostile}@deckwright.example`,
  indexing: true,
  hasMail: false,
  turnstileSiteKey: hostile,
  notice: { parts: [{ text: hostile }, { text: hostile, href: hostile }], version: '659d0d610218' },
  transport: { kind: 'proxy' },
  shareImages: { home: hostile },
};
const { head, contactEmail, config: place, notice, noticeVersion } = placeholders;
const built = `<head>${head}</head><a href="mailto:${contactEmail}">${contactEmail.replace('@', '<wbr>@')}</a>${place}<p>${notice}</p><input value="${noticeVersion}">`;

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
    expect(input?.getAttribute('value')).toBe(config.notice.version);
    expect(more).toEqual([]);
  },
);

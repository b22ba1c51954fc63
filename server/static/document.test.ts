import { expect, test } from 'vitest';
import { type PageConfig, placeholders } from '../../shared/page-config.ts';
import { type Page, pages } from '../../shared/pages.ts';
import { fillDocument } from './document.ts';

test('a page takes values with $& and quotes as they are', () => {
  const config: PageConfig = {
    origin: 'https://deckwright.example',
    contactEmail: `$&"<'@deckwright.example`,
    indexing: true,
    turnstileSiteKey: '</script>$&$1',
    transport: { kind: 'proxy' },
    shareImages: {},
  };
  const page: Page = { ...(pages[0] as Page), title: `A & B $& <"title">` };
  const built = `<head>${placeholders.head}</head><a href="mailto:${placeholders.contactEmail}">${placeholders.contactEmail.replace('@', '<wbr>@')}</a>${placeholders.config}`;
  const html = fillDocument(built, page, config);
  expect(html).toContain('<title>A &amp; B $&amp; &lt;&quot;title&quot;&gt;</title>');
  expect(html).toContain('mailto:$&amp;&quot;&lt;&#39;@deckwright.example"');
  expect(html).toContain('\\u003c/script\\u003e$\\u0026$1');
  expect(html).toContain('&lt;&#39;<wbr>@deckwright.example</a>');
  for (const left of Object.values(placeholders)) expect(html).not.toContain(left);
});

import { describe, expect, test } from 'vitest';
import { type PageConfig, placeholders } from '../../shared/page-config.ts';
import { type Page, pages } from '../../shared/pages.ts';
import { fillDocument } from './document.ts';
import { escapeHtml, headTagHtml, inertJson } from './escape.ts';

const hostile = `"'<b>&$&$\`</script><!--\u2028\u2029`;

describe('escaping', () => {
  test('leaves nothing of a value that HTML would read as its own', () => {
    expect(escapeHtml(hostile)).not.toMatch(/["'<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
  });

  test('keeps a title and an attribute whole', () => {
    expect(headTagHtml({ tag: 'title', text: '</title><script>' })).toBe(
      '<title>&lt;/title&gt;&lt;script&gt;</title>',
    );
    expect(headTagHtml({ tag: 'meta', attributes: { name: 'a', content: '"><script>' } })).toBe(
      '<meta name="a" content="&quot;&gt;&lt;script&gt;">',
    );
  });

  test('writes JSON that no script element ends in, and that reads back the same', () => {
    const html = inertJson('id', { hostile });
    const inner = html.slice(html.indexOf('>') + 1, html.lastIndexOf('</script>'));
    expect(inner).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(inner)).toEqual({ hostile });
  });
});

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
  const built = `<head>${placeholders.head}</head><a href="mailto:${placeholders.contactEmail}">${placeholders.contactEmail}</a>${placeholders.config}`;
  const html = fillDocument(built, page, config);
  expect(html).toContain('<title>A &amp; B $&amp; &lt;&quot;title&quot;&gt;</title>');
  expect(html).toContain('mailto:$&amp;&quot;&lt;&#39;@deckwright.example"');
  expect(html).toContain('\\u003c/script\\u003e$\\u0026$1');
  for (const left of Object.values(placeholders)) expect(html).not.toContain(left);
});

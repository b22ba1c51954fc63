import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { embeddedStyle, endWith, laterStyleTags, withStyles } from './template.ts';

let assets: string;
beforeEach(() => {
  assets = mkdtempSync(join(tmpdir(), 'deckwright-style-'));
});
afterEach(() => rmSync(assets, { recursive: true }));

const file = (name: string): string => join(assets, name);

it('takes styles out of their file into an element, under the hash of exactly that text', async () => {
  writeFileSync(file('index-x1.css'), 'a{color:red}b::after{content:"$&"}\n');
  const { tag, hash } = await embeddedStyle(assets, 'index');
  const text = 'a{color:red}b::after{content:"$&"}';
  expect(tag).toBe(`<style>${text}</style>`);
  expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  expect(existsSync(file('index-x1.css'))).toBe(false);
});

it('refuses styles that would end their own element', async () => {
  writeFileSync(file('index-x1.css'), 'a::after{content:"</style>"}');
  await expect(embeddedStyle(assets, 'index')).rejects.toThrow('closing tag');
});

it('says which styles the build has not made', async () => {
  await expect(embeddedStyle(assets, 'sheets')).rejects.toThrow('no sheets-*.css');
  await expect(laterStyleTags(assets)).rejects.toThrow('no later-*.css');
});

it('puts styles in the place of the link, in their order and as they are', () => {
  const styles = ['a::after{content:"$&"}', 'b{}'].map((text) => ({ tag: `<${text}>`, hash: '' }));
  const template = '<head><link rel="stylesheet" crossorigin href="/style.css"></head>';
  expect(withStyles(template, styles)).toBe('<head><a::after{content:"$&"}><b{}></head>');
  expect(() => withStyles('<head></head>', styles)).toThrow('no stylesheet');
});

it('names the later styles to those without scripts too, and lets large screens fetch them ahead', async () => {
  writeFileSync(file('later-x1.css'), '');
  const tags = await laterStyleTags(assets);
  expect(tags).toContain(
    '<noscript><link rel="stylesheet" href="/assets/later-x1.css"></noscript>',
  );
  expect(tags).toMatch(/rel="preload" as="style".*media="\(min-width: 48rem\)".*later-x1\.css/);
});

it('puts tags behind all that is read, and the script behind them, waiting its turn', () => {
  const script = '<script type="module" crossorigin src="/boot.js"></script>';
  const made = endWith('<link>\n', `<head>\n    ${script}\n</head><body>\n<p>Text</p>\n  </body>`);
  expect(made).toMatch(
    /<head>\n<\/head>.*<p>Text<\/p>\n<link>\n {4}<script fetchpriority="low".*\n {2}<\/body>/s,
  );
  expect(() => endWith('', '<body></body>')).toThrow('no script');
});

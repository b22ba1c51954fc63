import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endWith, inlineStyle } from './template.ts';

const template = '<head><link rel="stylesheet" crossorigin href="/style.css"></head>';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deckwright-style-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inline = (style: string) => {
  writeFileSync(join(folder, 'style.css'), style);
  return inlineStyle(template, folder);
};

it('puts the styles in the place of their link, under the hash of exactly that text', async () => {
  const { template: made, hash } = await inline('a{color:red}b::after{content:"$&"}\n');
  const [, text = ''] = /<head><style>(.*)<\/style><\/head>/.exec(made) ?? [];
  expect(text).toBe('a{color:red}b::after{content:"$&"}');
  expect(hash).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  expect(existsSync(join(folder, 'style.css'))).toBe(false);
});

it('refuses styles that would end their own element', async () => {
  await expect(inline('a::after{content:"</style>"}')).rejects.toThrow('closing tag');
});

it('refuses a template without a stylesheet', async () => {
  await expect(inlineStyle('<head></head>', folder)).rejects.toThrow('no stylesheet');
});

it('puts the later styles and the script behind all that is read', () => {
  const script = '<script type="module" crossorigin src="/boot.js"></script>';
  const made = endWith('<link>\n', `<head>\n    ${script}\n</head><body>\n<p>Text</p>\n  </body>`);
  expect(made).toMatch(
    /<head>\n<\/head>.*<p>Text<\/p>\n<link>\n {4}<script fetchpriority="low".*\n {2}<\/body>/s,
  );
  expect(() => endWith('', '<body></body>')).toThrow('no script');
});

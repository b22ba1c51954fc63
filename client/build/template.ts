import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assetsPath } from '../../shared/locations.ts';

/** Styles that stand in a page instead of in a file. */
export interface EmbeddedStyle {
  tag: string;
  /** What the policy allows the element by, as in `style-src`. */
  hash: string;
}

/** @returns the file that Vite made of an entry of that name. Throws where there is none. */
async function stylesheet(assets: string, entry: string): Promise<string> {
  const file = (await readdir(assets)).find(
    (name) => name.startsWith(`${entry}-`) && name.endsWith('.css'),
  );
  if (!file) throw new Error(`${assets} holds no ${entry}-*.css.`);
  return file;
}

/**
 * @returns the tags for the styles that the first paint does not wait for: a large screen, whose line is fast,
 * fetches them ahead, the boot script links them (client/boot/later.ts). Throws where there are none.
 */
export async function laterStyleTags(assets: string): Promise<string> {
  const address = `${assetsPath}${await stylesheet(assets, 'later')}`;
  return `    <link rel="preload" as="style" fetchpriority="low" media="(min-width: 48rem)" href="${address}">
    <noscript><link rel="stylesheet" href="${address}"></noscript>\n`;
}

/**
 * Takes a stylesheet out of its file, which it removes: in the page it spares the first paint a journey to
 * the server. Throws where there is none, or where its text would end its own element.
 */
export async function embeddedStyle(assets: string, entry: string): Promise<EmbeddedStyle> {
  const file = join(assets, await stylesheet(assets, entry));
  const style = (await readFile(file, 'utf8')).trim();
  if (/<\/style/i.test(style)) throw new Error(`${file} holds a closing tag of its own.`);
  await rm(file);
  const digest = createHash('sha256').update(style).digest('base64');
  return { tag: `<style>${style}</style>`, hash: `sha256-${digest}` };
}

/** Puts styles in the place of the template’s link. Throws where it has none. */
export function withStyles(template: string, styles: readonly EmbeddedStyle[]): string {
  const [link] = /<link rel="stylesheet"[^>]*>/.exec(template) ?? [];
  if (!link) throw new Error('The template links no stylesheet.');
  return template.replace(link, () => styles.map(({ tag }) => tag).join(''));
}

/**
 * Puts tags behind all that is read, and after them the script, which is fetched when nothing else is wanted.
 * Throws where the template holds no script.
 */
export function endWith(tags: string, template: string): string {
  const [script] = /[ \t]*<script type="module"[^>]*><\/script>\n/.exec(template) ?? [];
  if (!script) throw new Error('The template holds no script.');
  return template
    .replace(script, '')
    .replace(
      /[ \t]*<\/body>/,
      (end) => tags + script.replace('<script', '<script fetchpriority="low"') + end,
    );
}

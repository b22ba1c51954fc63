import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assetsPath } from '../../shared/locations.ts';

const linkedStyle = /<link rel="stylesheet"[^>]* href="(\/[^"]+\.css)">/;

export interface InlinedStyle {
  template: string;
  /** What the policy allows the element by, as in `style-src`. */
  hash: string;
}

/** @returns the tag for the styles that the first paint does not wait for. Throws where there are none. */
export async function laterStyleTag(assets: string): Promise<string> {
  const file = (await readdir(assets)).find((name) => /^later-.*\.css$/.test(name));
  if (!file) throw new Error(`${assets} holds no later-*.css.`);
  return `    <link rel="stylesheet" href="${assetsPath}${file}">\n`;
}

/**
 * Moves the script behind all that is read, where the first paint does not share the line with it, and puts
 * the later styles before it. Throws where the template holds no script.
 */
export function endWith(laterStyles: string, template: string): string {
  const [tag] = /[ \t]*<script type="module"[^>]*><\/script>\n/.exec(template) ?? [];
  if (!tag) throw new Error('The template holds no script.');
  return template
    .replace(tag, '')
    .replace(
      /[ \t]*<\/body>/,
      (end) => laterStyles + tag.replace('<script', '<script fetchpriority="low"') + end,
    );
}

/**
 * Moves the stylesheet into the template, which spares the first paint a journey to the server, and removes
 * the file. Throws where the template links none, or where the styles would end their own element.
 */
export async function inlineStyle(template: string, client: string): Promise<InlinedStyle> {
  const [link, address] = linkedStyle.exec(template) ?? [];
  if (!link || !address) throw new Error('The template links no stylesheet.');
  const file = join(client, address);
  const style = (await readFile(file, 'utf8')).trim();
  if (/<\/style/i.test(style)) throw new Error('The styles hold a closing tag of their own.');
  await rm(file);
  const digest = createHash('sha256').update(style).digest('base64');
  return {
    template: template.replace(link, () => `<style>${style}</style>`),
    hash: `sha256-${digest}`,
  };
}

import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const linkedStyle = /<link rel="stylesheet"[^>]* href="(\/[^"]+\.css)">/;

export interface InlinedStyle {
  template: string;
  /** What the policy allows the element by, as in `style-src`. */
  hash: string;
}

/**
 * Moves the script behind all that is read, where the first paint does not share the line with it.
 * Throws where the template holds none.
 */
export function deferScript(template: string): string {
  const [tag] = /[ \t]*<script type="module"[^>]*><\/script>\n/.exec(template) ?? [];
  if (!tag) throw new Error('The template holds no script.');
  return template
    .replace(tag, '')
    .replace(
      /[ \t]*<\/body>/,
      (end) => tag.replace('<script', '<script fetchpriority="low"') + end,
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

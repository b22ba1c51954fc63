import escapeHtml from 'escape-html';
import { type HeadTag, headTags, scriptJson } from '../../shared/head.ts';
import {
  type PageConfig,
  type PageTexts,
  pageConfigElementId,
  pagePlaceholders,
  placeholders,
} from '../../shared/page-config.ts';
import type { Page } from '../../shared/pages.ts';
import { outcomePath } from '../../shared/paths.ts';
import type { NoticePart } from '../../shared/signup/notice.ts';
import { pageTextOf, signupEndCodes } from '../../shared/signup/outcomes.ts';

function headTagHtml({ tag, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const startTag = `<${tag}${written.join('')}>`;
  if (text === undefined) return startTag;
  // The text of a script is JSON that `scriptJson` has made safe.
  return `${startTag}${tag === 'script' ? text : escapeHtml(text)}</${tag}>`;
}

/** Returns a part of a text as React renders it, so that the page hydrates. */
const partHtml = ({ text, href }: NoticePart): string =>
  href === undefined ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

const textHtml = (text: PageTexts[keyof PageTexts]): string =>
  typeof text === 'string' ? escapeHtml(text) : text.map(partHtml).join('');

/** Fills one environment’s head, configuration and texts into a prerendered page. Throws at a text that has no value. */
export function fillDocument(built: string, page: Page, config: PageConfig): string {
  const head = headTags(page, config).map(headTagHtml).join('\n    ');
  // The page’s scripts read this element. The browser does not run it.
  const inert = `<script type="application/json" id="${pageConfigElementId}">${scriptJson(config)}</script>`;
  const code = signupEndCodes.find((one) => outcomePath(one) === page.path);
  const texts = new Map<string, PageTexts[keyof PageTexts]>(Object.entries(config.texts));
  if (code) texts.set('outcome', pageTextOf(code));
  const fill = (_: string, name: string): string => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`the page ${page.id} shows ${name}, which has no text`);
    return textHtml(text);
  };
  // Texts first, because a value of the environment may look like a placeholder. Functions, because a replacement string
  // would expand `$&`.
  return built
    .replaceAll(pagePlaceholders, fill)
    .replace(placeholders.head, () => head)
    .replace(placeholders.config, () => inert);
}

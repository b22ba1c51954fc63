import escapeHtml from 'escape-html';
import { type HeadTag, headTags, scriptJson } from '../../shared/head.ts';
import {
  type NoticePart,
  type PageConfig,
  pageConfigElementId,
  placeholders,
} from '../../shared/page-config.ts';
import type { Page } from '../../shared/pages.ts';
import { nextSteps } from '../../shared/signup/next-steps.ts';

function headTagHtml({ tag, attributes, text }: HeadTag): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  const startTag = `<${tag}${written.join('')}>`;
  if (text === undefined) return startTag;
  // The text of a script is JSON that `scriptJson` has made safe.
  return `${startTag}${tag === 'script' ? text : escapeHtml(text)}</${tag}>`;
}

/** Allows a line break before the @ of an address in large type. */
const withBreak = (address: string): string => address.replace('@', '<wbr>@');

/** Returns a part of the notice as React renders it, so that the page hydrates. */
const noticePartHtml = ({ text, href }: NoticePart): string =>
  href === undefined ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** Fills one environment’s head, configuration, notice and contact address into a prerendered page. */
export function fillDocument(built: string, page: Page, config: PageConfig): string {
  const head = headTags(page, config).map(headTagHtml).join('\n    ');
  // The page’s scripts read this element. The browser does not run it.
  const inert = `<script type="application/json" id="${pageConfigElementId}">${scriptJson(config)}</script>`;
  const email = escapeHtml(config.contactEmail);
  // Functions, because a replacement string would expand `$&`.
  return built
    .replace(placeholders.head, () => head)
    .replace(placeholders.config, () => inert)
    .replaceAll(placeholders.nextSteps, () => escapeHtml(nextSteps(config)))
    .replaceAll(placeholders.noticeVersion, () => config.notice.version)
    .replaceAll(placeholders.notice, () => config.notice.parts.map(noticePartHtml).join(''))
    .replaceAll(placeholders.contactEmail, () => email)
    .replaceAll(withBreak(placeholders.contactEmail), () => withBreak(email));
}

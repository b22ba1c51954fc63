import escapeHtml from 'escape-html';
import { type HeadTag, headTags } from '../../shared/head.ts';
import { type PageConfig, pageConfigElementId, placeholders } from '../../shared/page-config.ts';
import type { Page } from '../../shared/pages.ts';
import { scriptJson } from '../../shared/script-json.ts';

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

function headTagHtml(tag: HeadTag): string {
  switch (tag.tag) {
    case 'title':
      return `<title>${escapeHtml(tag.text)}</title>`;
    case 'script':
      return `<script${attributes(tag.attributes)}>${tag.text}</script>`;
    case 'meta':
    case 'link':
      return `<${tag.tag}${attributes(tag.attributes)}>`;
  }
}

/** A value as inert JSON, which the page’s scripts read and the browser never runs. */
const inertJson = (id: string, value: unknown): string =>
  `<script type="application/json" id="${escapeHtml(id)}">${scriptJson(value)}</script>`;

/** An address set large may break before its @. */
const withBreak = (address: string): string => address.replace('@', '<wbr>@');

/** Puts one environment’s head, configuration and contact address into a prerendered page. */
export function fillDocument(built: string, page: Page, config: PageConfig): string {
  const head = headTags(page, config).map(headTagHtml).join('\n    ');
  const email = escapeHtml(config.contactEmail);
  // Functions, because a replacement string would expand `$&` and its like.
  return built
    .replace(placeholders.head, () => head)
    .replace(placeholders.config, () => inertJson(pageConfigElementId, config))
    .replaceAll(placeholders.contactEmail, () => email)
    .replaceAll(withBreak(placeholders.contactEmail), () => withBreak(email));
}

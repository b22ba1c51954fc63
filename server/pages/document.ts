import { headTags } from '../../shared/head.ts';
import { type PageConfig, pageConfigElementId, placeholders } from '../../shared/page-config.ts';
import type { Page } from '../../shared/pages.ts';
import { escapeHtml, headTagHtml, inertJson } from './escape.ts';

/** Puts one environment’s head, configuration and contact address into a prerendered page. */
export function fillDocument(built: string, page: Page, config: PageConfig): string {
  const head = headTags(page, config).map(headTagHtml).join('\n    ');
  const email = escapeHtml(config.contactEmail);
  // Functions, because a replacement string would expand `$&` and its like.
  return built
    .replace(placeholders.head, () => head)
    .replace(placeholders.config, () => inertJson(pageConfigElementId, config))
    .replaceAll(placeholders.contactEmail, () => email);
}

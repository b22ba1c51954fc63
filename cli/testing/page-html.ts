import escapeHtml from 'escape-html';
import { type HeadConfig, headTags } from '../../shared/head.ts';
import type { Page } from '../../shared/pages.ts';

/** Returns the HTML of a page’s head as a server with this configuration sends it. */
export const pageHtml = (page: Page, config: HeadConfig): string =>
  headTags(page, config)
    .map(({ tag, attributes, text }) => {
      const written = Object.entries(attributes).map(
        ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
      );
      return `<${tag}${written.join('')}>${text === undefined ? '' : `${escapeHtml(text)}</${tag}>`}`;
    })
    .join('');

import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { type HeadTag, pageTags } from '../../shared/head.ts';
import type { Page } from '../../shared/pages.ts';
import { pageConfig } from '../page-config/page-config.ts';

const element = ({ tag: Tag, attributes, text }: HeadTag) => (
  <Tag key={Object.values(attributes)[0] ?? Tag} {...attributes}>
    {text}
  </Tag>
);

const removeStructuredData = () =>
  document.head.querySelector('script[type="application/ld+json"]')?.remove();

/**
 * Renders the tags of the page's head. The server has written the same tags into the document, and React adopts them.
 * Structured data is for search engines, which load each page: it is removed when the visitor navigates to another page.
 */
export function Head() {
  const page = useMatches().at(-1)?.handle as Page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the structured data is removed when the page changes
  useEffect(() => removeStructuredData, [page]);
  return import.meta.env.SSR ? null : pageTags(page, pageConfig()).map(element);
}

import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { type HeadTag, pageTags } from '../../shared/head.ts';
import type { Page } from '../../shared/pages.ts';
import { usePageConfig } from '../page-config/page-config.tsx';

const element = ({ tag: Tag, attributes, text }: HeadTag) => (
  <Tag key={Object.values(attributes)[0] ?? Tag} {...attributes}>
    {text}
  </Tag>
);

const removeStructuredData = () =>
  document.head.querySelector('script[type="application/ld+json"]')?.remove();

/**
 * What the page says of itself. The server, which knows the environment, has written the same into the head, where
 * React finds it. Structured data is for those who load a page: it goes when the reader goes on.
 */
export function Head() {
  const page = useMatches().at(-1)?.handle as Page;
  const config = usePageConfig();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is removed when the page changes
  useEffect(() => removeStructuredData, [page]);
  return import.meta.env.SSR ? null : pageTags(page, config).map(element);
}

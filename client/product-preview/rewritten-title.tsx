import type { ReactNode } from 'react';
import { type Rewrite, rewrites } from './sample/engagement.ts';

/** The title of slide 4 in all its wordings; the style sheet shows the one chosen in Edit. */
export function RewrittenTitle({ children }: { children: (rewrite: Rewrite) => ReactNode }) {
  return rewrites.map((rewrite, index) => (
    <span key={rewrite.title} data-rewrite={index}>
      {children(rewrite)}
    </span>
  ));
}

import type { SVGProps } from 'react';
import { useBare } from '../drawing.ts';

/** Renders a word of a chart. A miniature has none. */
export function Label(props: SVGProps<SVGTextElement>) {
  return useBare() ? null : <text {...props} />;
}

import type { SVGProps } from 'react';
import { useBare } from '../drawing.ts';

/** A word of a chart. A miniature has none. */
export function Label(props: SVGProps<SVGTextElement>) {
  return useBare() ? null : <text {...props} />;
}

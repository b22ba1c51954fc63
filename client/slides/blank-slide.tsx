import type { ReactNode } from 'react';
import { Handles } from './handles.tsx';

/** The words in the place of a title that is not written yet. */
export const titlePrompt = 'Click to add title';

const frame = 'absolute inset-x-[6.7%] grid place-items-center border border-edge border-dashed';

interface Props {
  /** Classes for the colour of the words, and for the width if the slide is not to fill its place. */
  className: string;
  /** The stroke through the prompt, drawn above the slide. */
  children?: ReactNode;
}

/** Draws an empty slide with its two placeholders. */
export function BlankSlide({ className, children }: Props) {
  return (
    <div
      className={`@container relative aspect-video border border-edge bg-paper ${className}`}
      translate="no"
      aria-hidden="true"
    >
      <p className={`top-[15%] h-[32.6%] text-[6.7cqi] ${frame}`}>
        {titlePrompt}
        <Handles ground="border-edge bg-paper" />
      </p>
      <p className={`top-[55.8%] h-[29.5%] text-[max(11px,3.55cqi)] ${frame}`}>Click to add text</p>
      {children}
    </div>
  );
}

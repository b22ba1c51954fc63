import type { ReactNode } from 'react';
import { Handles } from './handles.tsx';

const frame = 'absolute inset-x-[6.7%] grid place-items-center border border-dashed';

/** A slide that says nothing yet, in the colours of the slab it stands on. What strikes its prompt lies over it. */
export function BlankSlide({ children }: { children?: ReactNode }) {
  return (
    <div
      className="@container relative aspect-video border border-ink-2 text-ink-2"
      translate="no"
      aria-hidden="true"
    >
      <p className={`top-[15%] h-[32.6%] border-ink-2 text-[6.7cqi] ${frame}`}>
        Click to add title
        <Handles ground="bg-paper" />
      </p>
      <p className={`top-[55.8%] h-[29.5%] border-ink-2 text-[max(11px,3.55cqi)] ${frame}`}>
        Click to add text
      </p>
      {children}
    </div>
  );
}

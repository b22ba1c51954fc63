import type { ReactNode } from 'react';

/** The frame of a sheet’s drawing: 384 × 216 units. Its labels grow where it shrinks: none is below 11 px. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      className="w-full fill-none stroke-[1.2] stroke-ink text-[10.5px] max-md:text-[13.5px] max-md:max-[22.5rem]:text-[15.5px] [&_text]:fill-ink-2 [&_text]:stroke-none"
      viewBox="0 0 384 216"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

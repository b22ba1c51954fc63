import type { ReactNode } from 'react';

/** The frame of every exhibit drawing: 384 × 216 units, decorative, coloured by drawings.css. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 384 216" aria-hidden="true">
      {children}
    </svg>
  );
}

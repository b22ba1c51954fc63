import type { ReactNode } from 'react';
import { site } from '../../shared/site.ts';
import { earlyAccess } from './copy.ts';

interface Props {
  /** Stands opposite the name in the first row. */
  closeButton?: ReactNode;
  /** True if the last row shows the trust line. */
  showsTrust: boolean;
  children: ReactNode;
}

/**
 * The first and the last row around the form or the success view. They are no `<header>` and `<footer>`, which would be
 * landmarks of the whole page here.
 */
export function DialogFrame({ closeButton, showsTrust, children }: Props) {
  return (
    <div className="flex min-h-[30.375rem] flex-col px-5 pt-2 pb-3 md:px-10 md:pt-3 md:pb-4">
      <div className="flex min-h-11 items-center justify-between font-medium text-ink-2 text-small">
        <p>{earlyAccess.name}</p>
        {closeButton}
      </div>
      {children}
      <div className="mt-auto flex justify-between gap-4 border-rule border-t pt-3.5 pb-1.5 text-caption text-ink-3">
        {showsTrust && <span>{site.claims.trust}.</span>}
        <span className="ml-auto">{site.name}</span>
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { earlyAccess } from '../../shared/signup/texts.ts';
import { BlankSlide } from '../slides/blank-slide.tsx';
import { MarkedText } from '../ui/marked-text.tsx';

interface Props {
  titleId: string;
  /** The form. */
  children: ReactNode;
}

/** Renders two columns: the invitation to sign up on the left, the form on the right. */
export function Invitation({ titleId, children }: Props) {
  return (
    <div className="grid flex-1 gap-x-[4.375rem] gap-y-5 pt-3 pb-5 md:grid-cols-[20.5rem_minmax(0,1fr)] md:pt-5 md:pb-6">
      <div className="flex flex-col">
        <h2
          className="isolate font-serif text-[2.125rem] leading-[1.08] tracking-[-0.028em] md:text-[2.75rem]"
          id={titleId}
        >
          <MarkedText>{earlyAccess.title}</MarkedText>
        </h2>
        <p className="mt-3.5 text-ink-2 md:mt-4.5">{earlyAccess.lead}</p>
        <BlankSlide className="mt-5 w-52 text-ink-3 max-md:hidden" />
      </div>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { site } from '../../shared/site.ts';
import { MarkedText } from './marked-text.tsx';

interface Heading {
  id: string;
  /** Its place in the deck, where the hero is the first slide. */
  number: number;
  name: string;
  title: string;
}

/** How an action title looks, of a section or of a page that is one sheet. */
export const titleStyle = 'isolate mt-[1.15rem] max-w-[21em] text-balance font-serif text-title';

/** Tracker and action title, as on a slide. */
export function SectionHeading({ id, number, name, title }: Heading) {
  return (
    <header className="max-md:[&_br]:hidden">
      <p className="flex items-center gap-3 font-medium text-ink-2 text-small">
        <b className="text-ink">{number}</b>
        <span className="w-8 border-ink border-t" />
        {name}
      </p>
      <h2 className={titleStyle} id={`${id}-title`} tabIndex={-1}>
        <MarkedText>{title}</MarkedText>
      </h2>
    </header>
  );
}

/** What a section or a sheet ends with, like a slide: a note and where one is. */
export function Foot({ children, page }: { children: ReactNode; page: ReactNode }) {
  return (
    <footer className="mt-9 flex flex-wrap justify-between gap-x-6 gap-y-1 border-rule border-t pt-3.5 text-caption text-ink-3 leading-normal md:mt-12">
      <p>{children}</p>
      <p>
        {site.name} <b className="ml-3 text-ink">{page}</b>
      </p>
    </footer>
  );
}

interface SectionProps extends Heading {
  /** Stands before the note. */
  label?: string;
  note: string;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page: a slide of its own, which may bleed to the edge of the window. */
export function Section({ id, number, label, note, className, children }: SectionProps) {
  return (
    <section
      className={`overflow-x-clip ${className ?? 'pt-section'}`}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div className="page" data-reveal="" suppressHydrationWarning>
        {children}
        <Foot page={number}>
          <b className="mr-1.5 text-ink">{label ?? `Exhibit ${number}`}</b> {note}
        </Foot>
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { site } from '../../shared/site.ts';
import { MarkedText } from './marked-text.tsx';

interface Heading {
  id: string;
  /** Place in the deck; the hero is 1. */
  number: number;
  name: string;
  title: string;
}

/** Tracker and action title, as on a slide. */
export function SectionHeading({ id, number, name, title }: Heading) {
  return (
    <header>
      <p className="tracker">
        <span className="folio">{number}</span> {name}
      </p>
      <h2 className="title" id={`${id}-title`} tabIndex={-1}>
        <MarkedText>{title}</MarkedText>
      </h2>
    </header>
  );
}

/** What a section ends with, like a slide: a note and a page number. */
function SectionFoot({ number, note }: { number: number; note: string }) {
  return (
    <footer className="foot">
      <p>
        <b>Exhibit {number}</b> {note}
      </p>
      <p>
        {site.name} <b className="folio">{number}</b>
      </p>
    </footer>
  );
}

/** A section of the landing page that shows an exhibit. */
export function Section({
  note,
  children,
  ...heading
}: Heading & { note: string; children: ReactNode }) {
  const { id, number } = heading;
  return (
    <section className="section page" id={id} aria-labelledby={`${id}-title`}>
      <div data-reveal="" suppressHydrationWarning>
        <SectionHeading {...heading} />
        <div className="exhibit">{children}</div>
        <SectionFoot number={number} note={note} />
      </div>
    </section>
  );
}

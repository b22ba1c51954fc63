import type { ReactNode } from 'react';
import { Footnote } from './footnote.tsx';
import { Title } from './title.tsx';

/** The place of a section on the landing page, from the list in `client/sections/order.ts`. */
export interface SectionPlace {
  /** The section's anchor. */
  id: string;
  /** The section's position, starting at 1 for the hero. */
  number: number;
}

interface Props extends SectionPlace {
  name: string;
  /** Marked text; a list of sentences becomes a block each (title.tsx). */
  title: string | readonly string[];
  /** Stands before the note; the number of the exhibit by default. */
  label?: string;
  note: string;
  className?: string;
  /** What shares a grid with the heading, and the classes of that grid and of the heading in it. */
  beside?: { content: ReactNode; grid: string; heading: string };
  children?: ReactNode;
}

/**
 * Renders a section of the landing page: number, name and title, the content, and a note. Content may bleed to the edge of
 * the window.
 */
export function LandingSection(props: Props) {
  const { id, number, name, title, label, note, className, beside, children } = props;
  const titleId = `${id}-title`;
  const heading = (
    <header className={`max-md:[&_br]:hidden ${beside?.heading ?? ''}`.trim()}>
      <p className="flex items-center gap-3 font-medium text-ink-2 text-small">
        <b className="text-ink">{number}</b>
        <span className="w-8 border-ink border-t" />
        {name}
      </p>
      <Title level={2} id={titleId}>
        {title}
      </Title>
    </header>
  );
  return (
    <section
      className={`overflow-x-clip ${className ?? 'pt-section'}`}
      id={id}
      aria-labelledby={titleId}
    >
      <div className="page" data-reveal="" suppressHydrationWarning>
        {beside ? (
          <div className={beside.grid}>
            {heading}
            {beside.content}
          </div>
        ) : (
          heading
        )}
        {children}
        <Footnote page={number}>
          <b className="mr-1.5 text-ink">{label ?? `Exhibit ${number}`}</b> {note}
        </Footnote>
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import { Footnote } from './footnote.tsx';
import { MarkedText } from './marked-text.tsx';
import { titleStyle } from './title-style.ts';

/** The place of a section on the landing page, from the list in `client/sections/order.ts`. */
export interface SectionPlace {
  /** The section's anchor. */
  id: string;
  /** The section's position, starting at 1 for the hero. */
  number: number;
}

interface Props extends SectionPlace {
  name: string;
  /** Marked text. Each entry of a list is a sentence and becomes a balanced block of its own. */
  title: string | readonly string[];
  /** Stands before the note; the number of the exhibit by default. */
  label?: string;
  note: string;
  className?: string;
  /** What shares a grid with the heading, and the classes of that grid and of the heading in it. */
  beside?: { content: ReactNode; grid: string; heading: string };
  children?: ReactNode;
}

function Title({ title }: Pick<Props, 'title'>) {
  if (typeof title === 'string') return <MarkedText>{title}</MarkedText>;
  return title.map((sentence) => (
    <span className="block" key={sentence}>
      <MarkedText>{sentence}</MarkedText>{' '}
    </span>
  ));
}

/** A section of the landing page: number, name and title, the content, and a note. Content may bleed to the edge of the window. */
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
      <h2 className={titleStyle} id={titleId} tabIndex={-1}>
        <Title title={title} />
      </h2>
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

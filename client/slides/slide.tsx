import type { ReactNode } from 'react';

interface SlideProps {
  tracker: string;
  title: ReactNode;
  /** A small slide leaves out the text after a `|`. */
  note: string;
  number: number;
  /** The content under the title. */
  children: ReactNode;
  /** Classes for the width and the aspect ratio. */
  className: string;
}

/** Draws a slide. All sizes follow from its own width (`cqw`). A slide is wide, `small` or `flat` (slide.css). */
export function Slide({ tracker, title, note, number, children, className }: SlideProps) {
  const [start, rest] = note.split('|');
  return (
    <div className={`slide relative bg-deck-paper text-deck-ink-2 ${className}`} translate="no">
      <div className="relative flex h-full flex-col px-[4.05cqw] pt-[2.9cqw] pb-[2.2cqw] text-[max(11px,1.68cqw)] leading-[1.4] small:pt-[3.2cqw] flat:pt-[2.4cqw]">
        <div className="flat:hidden">{tracker}</div>
        <div className="slide-title slide-heading relative mt-[.3em] border-deck-ink border-b pb-[.5em] text-[3.28cqw] text-deck-ink leading-[1.21] small:text-[5.1cqw] small:text-balance small:leading-[1.2] flat:mt-0 flat:pb-[.25em] flat:text-[4.6cqw] flat:leading-[1.22]">
          {title}
        </div>
        {children}
        <div className="mt-auto flex justify-between gap-2 text-[max(11px,1.5cqw)]">
          <span>
            {start}
            <span className="small:hidden">{rest}</span>
          </span>
          {number}
        </div>
      </div>
    </div>
  );
}

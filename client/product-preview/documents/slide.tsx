import type { ReactNode } from 'react';

interface SlideProps {
  tracker: string;
  title: ReactNode;
  note: string;
  number: number;
  /** What stands under the title. */
  children: ReactNode;
  /** The shape: any width, and a ratio. */
  className: string;
}

/** A drawn slide. Its sizes follow from its own width (`cqi`), its form from its shape (slide.css). */
export function Slide({ tracker, title, note, number, children, className }: SlideProps) {
  return (
    <div className={`slide ${className}`} translate="no">
      <div className="slide-page">
        <div className="flex items-center justify-between">
          {tracker}
          <span className="border px-[.48em] leading-[1.5]">Illustrative</span>
        </div>
        <div className="slide-title">{title}</div>
        {children}
        <div className="slide-foot mt-auto flex justify-between">
          {note}
          <span>{number}</span>
        </div>
      </div>
    </div>
  );
}

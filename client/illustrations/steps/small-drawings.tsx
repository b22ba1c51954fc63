import type { ReactNode } from 'react';
import { DeckSlide } from '../../slides/deck-slide.tsx';
import { plainText } from '../../ui/notation.ts';
import { followed, followedTitle, lines, titles } from '../theatre-review.ts';

/*
 * The drawings of the three steps on a phone: a marked line of the scope, the title that rests on this line, and the
 * slide of this title. One line leads through all three drawings. Each step clips its part of the line (how-it-works.css).
 */

const rows = titles
  .map((title, index) => ({ title: plainText(title), number: index + 1 }))
  .slice(followedTitle - 2, followedTitle + 1);

/** A short line from the long line to the text or the slide beside it. */
const branch = 'absolute -left-6 h-px w-5 bg-ink';
const long = 'absolute -z-1 -left-6 h-[99rem] w-px bg-ink';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <div className="relative mt-3 md:hidden" translate="no" aria-hidden="true">
      {children}
    </div>
  );
}

export function SmallScope() {
  return (
    <Drawing>
      <p className="text-[.6875rem] text-ink-2">{`SOW.pdf, p. ${lines.baseline.page}`}</p>
      <p className="text-[.8125rem]">
        <span className="bg-marker box-decoration-clone text-on-marker">{lines.baseline.text}</span>
      </p>
      <span className={`${branch} bottom-2.5`} />
      <span className="absolute bottom-[.4375rem] -left-[1.6875rem] size-[7px] rounded-full bg-ink" />
      <span className={`${long} top-[calc(100%-.625rem)]`} />
    </Drawing>
  );
}

export function SmallStoryline() {
  return (
    <Drawing>
      {rows.map(({ title, number }) => (
        <p
          key={number}
          className={`relative flex min-h-7.5 items-center gap-3 border-rule border-t py-1 font-serif text-[.875rem] leading-tight ${number === followedTitle ? 'font-semibold' : ''}`}
        >
          <span className="font-sans text-[.6875rem] text-ink-2 font-normal">{number}</span>
          {title}
          {number === followedTitle && <span className={`${branch} top-1/2`} />}
        </p>
      ))}
      <span className={`${long} top-0 [translate:0_-50%]`} />
    </Drawing>
  );
}

export function SmallSlide() {
  return (
    <Drawing>
      <DeckSlide
        slide={followed}
        className="aspect-square border border-slide-ink [box-shadow:none]"
      />
      <span className={`${branch} top-6`} />
      <span className={`${long} bottom-[calc(100%-1.5rem)]`} />
    </Drawing>
  );
}

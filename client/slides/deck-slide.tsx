import type { ReactNode } from 'react';
import { MarkedText } from '../ui/marked-text.tsx';
import { Exhibit } from './exhibit.tsx';
import { Slide } from './slide.tsx';
import type { SlideContent } from './slide-content.ts';
import { SoWhat } from './so-what.tsx';

interface DeckSlideProps {
  slide: SlideContent;
  className: string;
  /** Takes the place of the slide's title, for example in all its wordings. */
  title?: ReactNode;
  /** Takes the place of the text of the so-what. */
  message?: ReactNode;
}

/** Draws a slide: title, exhibit, so-what and note. A small slide has no so-what. */
export function DeckSlide({ slide, className, title, message }: DeckSlideProps) {
  const { number, tracker, heading, exhibit, soWhat, note } = slide;
  const text = message ?? soWhat.text;
  return (
    <Slide
      tracker={tracker}
      title={title ?? <MarkedText isDrawn>{slide.title}</MarkedText>}
      note={note}
      number={number}
      className={className}
    >
      {heading ? (
        <div className="flex min-h-0 grow gap-[3.9cqw] pt-[1.45cqw] pb-[1cqw] small:pb-[2cqw] flat:pb-[1.2cqw]">
          <div className="slide-exhibit framed flex min-h-0 w-[61.6cqw] shrink-0 flex-col small:w-full">
            <p className="small:hidden">
              <b className="text-deck-ink">{`${heading.title},`}</b> {heading.unit}
            </p>
            <Exhibit exhibit={exhibit} />
          </div>
          <div className="slide-side framed min-w-0 grow border-deck-rule border-l pl-[2.1cqw] small:hidden">
            <SoWhat {...soWhat} text={text} />
          </div>
        </div>
      ) : (
        <div className="slide-exhibit framed flex min-h-0 grow flex-col pt-[1.45cqw] pb-[.6cqw]">
          <Exhibit exhibit={exhibit} />
          <p className="mt-[1.7cqw] flex items-baseline gap-[1.8cqw] border-deck-ink border-t pt-[.5cqw] small:mt-1.5 flat:hidden">
            <span className="small:hidden">{soWhat.label}</span>
            <span className="slide-heading text-[max(11px,2.03cqw)] text-deck-ink leading-[1.3] small:text-[max(11px,3.7cqw)]">
              {text}
            </span>
          </p>
        </div>
      )}
    </Slide>
  );
}

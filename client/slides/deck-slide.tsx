import type { ReactNode } from 'react';
import { type SampleSlide, sayings, sourceNote } from '../stage/sample/slides.ts';
import { MarkedText } from '../ui/marked-text.tsx';
import { Exhibit } from './exhibit.tsx';
import { Slide } from './slide.tsx';
import { Wordings } from './wordings.tsx';

interface DeckSlideProps {
  slide: SampleSlide;
  className: string;
  /** Whether the words follow the wording that the visitor chose in the product window. */
  isLive?: boolean;
  /** A drawing around the title. */
  frame?: (title: ReactNode) => ReactNode;
  /** A drawing on the paper, behind all words. */
  furniture?: ReactNode;
}

/** Draws a slide of the sample: title, exhibit, so-what and note. A small slide has no so-what. */
export function DeckSlide({ slide, className, isLive, frame, furniture }: DeckSlideProps) {
  const { number, tracker, exhibit, soWhat } = slide;
  const first = sayings(slide);
  const title = isLive ? (
    <Wordings slide={slide} pick={(saying) => saying.title}>
      {(saying) => <MarkedText isDrawn>{saying.title}</MarkedText>}
    </Wordings>
  ) : (
    <MarkedText isDrawn>{first.title}</MarkedText>
  );
  const message = isLive ? (
    <Wordings slide={slide} pick={(saying) => saying.soWhat}>
      {(saying) => saying.soWhat}
    </Wordings>
  ) : (
    first.soWhat
  );
  return (
    <Slide
      tracker={tracker}
      title={frame ? frame(title) : title}
      note={sourceNote(slide)}
      number={number}
      className={className}
      furniture={furniture}
    >
      {exhibit ? (
        <div className="flex min-h-0 grow gap-[3.9cqw] pt-[1.45cqw] pb-[1cqw] small:pb-[2.5cqw]">
          <div className="slide-exhibit framed flex min-h-0 w-[61.6cqw] shrink-0 flex-col small:w-full">
            <p className="small:hidden">
              <b className="text-deck-ink">{`${exhibit.title},`}</b> {exhibit.unit}
            </p>
            <Exhibit slide={slide} />
          </div>
          <div className="slide-side framed grow border-deck-rule border-l pl-[2.1cqw] small:hidden">
            {soWhat.label}
            <p className="slide-heading mt-[.1em] -mr-[.3em] mb-[.7em] text-[2.34cqw] text-deck-ink leading-[1.24]">
              {message}
            </p>
            <ul className="text-deck-ink leading-[1.3]">
              {soWhat.points.map((point) => (
                <li className="slide-point border-deck-rule border-t py-[.4em]" key={point}>
                  {point}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ) : (
        <div className="slide-exhibit framed flex min-h-0 grow flex-col pt-[1.45cqw] pb-[.6cqw]">
          <Exhibit slide={slide} />
          <p className="mt-[1.7cqw] flex items-baseline gap-[1.8cqw] border-deck-ink border-t pt-[.5cqw] small:mt-1.5">
            <span className="small:hidden">{soWhat.label}</span>
            <span className="slide-heading text-[max(.6875rem,2.03cqw)] text-deck-ink leading-[1.3] small:text-[max(.6875rem,3.7cqw)]">
              {message}
            </span>
          </p>
        </div>
      )}
    </Slide>
  );
}

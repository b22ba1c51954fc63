import { Handles } from '../slides/handles.tsx';
import { Miniature } from '../slides/miniature.tsx';
import { DeckCard } from './deck-card.tsx';
import { LookInputs } from './looks/look-inputs.tsx';
import { Miniatures } from './miniatures.tsx';
import { Reading } from './reading.tsx';
import { Rewrite } from './rewrite.tsx';
import { contentOf } from './sample/drawn-slide.ts';
import { type SampleSlide, slides } from './sample/slides.ts';
import { SampleSlideView } from './sample-slide.tsx';
import { TraceBar } from './trace-bar.tsx';
import { useIsDrawn } from './use-is-drawn.ts';

/** Draws the frame and the handles of a selected title, in Edit. @param place classes for the sides of the frame. */
const selection = (place: string) => (
  <span className={`absolute ${place} hidden border border-deck-ink edit:block`}>
    <Handles ground="bg-deck-paper" />
  </span>
);

/** Renders a slide at full size. Until the script draws the slide, an enlarged miniature stands in its place. */
function DeskSlide({ slide }: { slide: SampleSlide }) {
  const isDrawn = useIsDrawn();
  const shape = 'aspect-square max-[22.5rem]:aspect-[8/9] md:aspect-video';
  if (!isDrawn(slide))
    return (
      <div className={`grid items-center bg-deck-paper ${shape}`}>
        <Miniature slide={contentOf(slide)} />
      </div>
    );
  return (
    <SampleSlideView
      slide={slide}
      className={shape}
      frame={{
        ours: (title) => (
          <>
            <div className="slide-words framed [--frame:transparent]">
              {title}
              <i className="caret hidden edit:inline-block" />
            </div>
            {selection('-inset-x-[.35em] -top-[.1em] bottom-[.28em]')}
          </>
        ),
        own: selection('inset-0'),
      }}
    />
  );
}

/** Renders the right part of the window: the page that is read in Upload, the slide in Draft and Edit, the deck in Deliver. */
export function Desk() {
  return (
    <div className="desk">
      <Reading />
      <TraceBar />
      <div className="stage" aria-hidden="true">
        {slides.map((slide) => (
          <div key={slide.number} className="wiped-slide" data-chosen={slide.number}>
            <DeskSlide slide={slide} />
            <i className="wipe-pen" hidden />
          </div>
        ))}
      </div>
      <Rewrite />
      <DeckCard />
      <LookInputs />
      <Miniatures />
    </div>
  );
}

import { Handles } from '../slides/handles.tsx';
import { Miniature } from '../slides/miniature.tsx';
import { DeckCard } from './deck-card.tsx';
import { LookInputs } from './looks/look-inputs.tsx';
import { Miniatures } from './miniatures.tsx';
import { Reading } from './reading.tsx';
import { Rewrite } from './rewrite.tsx';
import { contentOf } from './sample/drawn-slide.ts';
import { firstChosen, type SampleSlide, slides } from './sample/slides.ts';
import { SampleSlideView } from './sample-slide.tsx';
import { TraceBar } from './trace-bar.tsx';

/** The frame and the handles of a selected title, in Edit. */
const selection = (
  <span className="absolute -inset-x-[.35em] -top-[.1em] bottom-[.28em] hidden border border-deck-ink edit:block">
    <Handles ground="bg-deck-paper" />
  </span>
);
const selectionOfPlace = (
  <span className="absolute inset-0 hidden border border-deck-ink edit:block">
    <Handles ground="bg-deck-paper" />
  </span>
);

/**
 * Renders a slide at full size. The server sends only the slide that is chosen at first, so that the page is lighter. Until
 * the script adds the other slides, their titles choose enlarged miniatures.
 */
function DeskSlide({ slide, isComplete }: { slide: SampleSlide; isComplete: boolean }) {
  const shape = 'aspect-square max-[22.5rem]:aspect-[8/9] md:aspect-video';
  if (slide.number !== firstChosen && !isComplete)
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
            {selection}
          </>
        ),
        own: selectionOfPlace,
      }}
    />
  );
}

/**
 * Renders the right part of the window: the page that is read in Upload, the slide in Draft and Edit, the deck in Deliver.
 * @param isComplete whether the slides, traces and wordings of all titles are drawn. The server sends one title with its
 * slide.
 */
export function Desk({ isComplete }: { isComplete: boolean }) {
  return (
    <div className="desk">
      <Reading />
      <TraceBar isComplete={isComplete} />
      <div className="stage" aria-hidden="true">
        {slides.map((slide) => (
          <div key={slide.number} className="wiped-slide" data-chosen={slide.number}>
            <DeskSlide slide={slide} isComplete={isComplete} />
          </div>
        ))}
      </div>
      <Rewrite isComplete={isComplete} />
      <DeckCard />
      <LookInputs />
      <Miniatures />
    </div>
  );
}

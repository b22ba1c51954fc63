import TextStyleButtons from '../illustrations/window/text-style-buttons.svg?react';
import { DeckSlide } from '../slides/deck-slide.tsx';
import { Handles } from '../slides/handles.tsx';
import { Miniature } from '../slides/miniature.tsx';
import { DeckCard } from './deck-card.tsx';
import { Looks } from './looks/looks.tsx';
import { useOwnTemplate } from './looks/own-template.tsx';
import { readOf } from './looks/template-state.ts';
import { Miniatures } from './miniatures.tsx';
import { Reading } from './reading.tsx';
import { Rewrite } from './rewrite.tsx';
import { firstChosen, type SampleSlide, slides } from './sample/slides.ts';
import { TraceBar } from './trace-bar.tsx';

function Toolbar() {
  return (
    <div
      className="row-start-1 hidden h-9.5 items-center gap-1.5 border-rule border-b bg-app px-(--pane) text-[.75rem] text-ink-2 edit:flex low:h-8"
      aria-hidden="true"
      translate="no"
    >
      <span className="flex w-24 items-center justify-between border border-rule px-2">
        Heading
        <svg className="w-1.5 fill-current" viewBox="0 0 8 4" aria-hidden="true">
          <path d="M0 0h8L4 4z" />
        </svg>
      </span>
      <span className="w-8 border border-rule text-center">24</span>
      <b className="ml-3">B</b>
      <TextStyleButtons />
      <span className="ml-auto hidden text-ink-3 lg:inline">
        {'Layout: '}
        {slides.map(({ number, layout }) => (
          <span key={number} data-chosen={number}>
            {layout}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Draws the bars of the visitor's own template on a slide, while its look is chosen. */
function TemplateFurniture() {
  const furniture = readOf(useOwnTemplate().own)?.look.furniture ?? [];
  const percent = (share: number) => `${share * 100}%`;
  return furniture.map(({ x, y, width, height, color }) => (
    <i
      key={`${x} ${y} ${color}`}
      data-look="own"
      className="absolute"
      style={{
        left: percent(x),
        top: percent(y),
        width: percent(width),
        height: percent(height),
        background: color,
      }}
    />
  ));
}

/**
 * A slide at full size. The server sends only the slide that is chosen at first, so that the page is lighter. Until the
 * script adds the other slides, their titles choose enlarged miniatures.
 */
function StageSlide({ slide, isComplete }: { slide: SampleSlide; isComplete: boolean }) {
  const shape = 'aspect-square max-[22.5rem]:aspect-[8/9] md:aspect-video';
  if (slide.number !== firstChosen && !isComplete)
    return (
      <div className={`grid items-center bg-deck-paper ${shape}`}>
        <Miniature slide={slide} />
      </div>
    );
  return (
    <DeckSlide
      slide={slide}
      isLive
      className={shape}
      furniture={<TemplateFurniture />}
      frame={(title) => (
        <>
          <div className="slide-words framed [--frame:transparent]">
            {title}
            <i className="caret hidden edit:inline-block" />
          </div>
          <span className="absolute -inset-x-[.35em] -top-[.1em] bottom-[.28em] hidden border border-deck-ink edit:block">
            <Handles ground="bg-deck-paper" />
          </span>
        </>
      )}
    />
  );
}

/**
 * The right part of the window: the page that is read in Upload, the slide in Draft and Edit, the deck in Deliver.
 * @param isComplete whether the slides, traces and wordings of all titles are drawn. The server sends those of one title.
 */
export function Desk({ isComplete }: { isComplete: boolean }) {
  return (
    <div className="desk">
      <Reading />
      <Toolbar />
      <TraceBar isComplete={isComplete} />
      <div className="stage" aria-hidden="true">
        {slides.map((slide) => (
          <div key={slide.number} data-chosen={slide.number}>
            <StageSlide slide={slide} isComplete={isComplete} />
          </div>
        ))}
      </div>
      <Rewrite isComplete={isComplete} />
      <DeckCard />
      <Looks />
      <Miniatures isComplete={isComplete} />
    </div>
  );
}

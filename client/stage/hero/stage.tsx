import { useEffect, useRef } from 'react';
import { Miniature } from '../../slides/miniature.tsx';
import { adoptChoices } from '../adopt-choices.ts';
import { contentOf } from '../sample/drawn-slide.ts';
import { files } from '../sample/engagement.ts';
import { chosenInFront, firstChosen, slides } from '../sample/slides.ts';
import { SampleSlideView } from '../sample-slide.tsx';
import { useChosenTemplate, useStageState } from '../state.ts';
import { useIsDrawn } from '../use-is-drawn.ts';
import { Wordings } from '../wordings.tsx';
import { Strip } from './strip.tsx';

/** Shows the line of the statement of work on which the chosen title rests. A line leads from it to the slide. */
function StageTrace() {
  return (
    <div className="stage-trace" aria-hidden="true" translate="no">
      {slides.map((slide) => (
        <div key={slide.number} data-chosen={slide.number}>
          <Wordings slide={slide} pick={({ trace }) => trace} as="div">
            {({ trace: [quote] }) =>
              quote && (
                <p className="stage-quote">
                  <span className="w-19.5 shrink-0 text-ink-3">{`${files.scope.name}, p. ${quote.page}`}</span>
                  <i className="stage-quote-dot" />
                  <span className="stage-quote-pen">{quote.pen ?? quote.text}</span>
                </p>
              )
            }
          </Wordings>
        </div>
      ))}
    </div>
  );
}

/** Names the sample. */
function Caption() {
  const isOwn = useChosenTemplate() !== undefined;
  const template = isOwn ? ', in your template' : '';
  return (
    <p className="mt-2 flex [.page-offer_&]:hidden justify-between gap-4 text-caption text-ink-3 max-md:text-[.75rem]">
      <span className="max-md:hidden">{`Our eight-slide sample${template}. The engagement is invented.`}</span>
      <span className="md:hidden">{`Our sample${template}. The engagement is invented.`}</span>
      <span className="shrink-0 max-md:hidden" aria-hidden="true">
        {slides.map(({ number }) => (
          <span key={number} data-chosen={number}>{`Slide ${number} of ${slides.length}`}</span>
        ))}
      </span>
    </p>
  );
}

/**
 * Renders the stage of the hero: the chosen slide, whole and readable, and a strip that chooses. The server sends the slide
 * that is chosen at first. Until the script adds the other slides, the strip chooses enlarged miniatures.
 * @param slideId the id of the slide that is chosen at first
 */
export function Stage({ slideId }: { slideId?: string }) {
  const isDrawn = useIsDrawn();
  const isDragged = useStageState(({ drag }) => drag === 'top');
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => adoptChoices(stage.current?.closest('.preview')), []);
  return (
    <div className="hero-stage" ref={stage}>
      <StageTrace />
      <div className="stage-slides wiped-slide" aria-hidden="true">
        {/* The first frame waits for the slide in front only (document-template.ts). */}
        {chosenInFront.map((slide) => (
          <div
            key={slide.number}
            id={slide.number === firstChosen ? slideId : undefined}
            data-chosen={slide.number}
          >
            {isDrawn(slide) ? (
              <SampleSlideView slide={slide} className="aspect-video" />
            ) : (
              <Miniature slide={contentOf(slide)} />
            )}
          </div>
        ))}
        <i className="wipe-pen" hidden />
        {isDragged && <i className="drag-pen" />}
      </div>
      <Strip />
      <Caption />
    </div>
  );
}

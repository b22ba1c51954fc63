import { plainText } from '../../ui/notation.ts';
import { type SampleSlide, slides } from '../sample/slides.ts';
import { SampleMiniature } from '../sample-slide.tsx';
import { change, useStageState } from '../state.ts';

function StripSlide({ slide }: { slide: SampleSlide }) {
  const { number } = slide;
  return (
    <div className="strip-slide">
      <div className="strip-miniature wiped-small">
        <SampleMiniature slide={slide} />
      </div>
      <label className="strip-label">
        <input
          type="radio"
          id={`stage-title-${number}`}
          name="stage-title"
          value={number}
          className="sr-only"
          checked={useStageState(({ title }) => title === number)}
          onChange={() => change({ title: number })}
          aria-label={`${number} ${plainText(slide.wordings[0].title)}`}
        />
        <span className="max-md:hidden" aria-hidden="true">
          {number}
        </span>
      </label>
    </div>
  );
}

/** Shows the eight slides in small. A press chooses the slide on the stage. */
export function Strip() {
  return (
    <fieldset className="strip" translate="no">
      <legend className="sr-only">Slides of the sample: choose one to see it</legend>
      {slides.map((slide) => (
        <StripSlide key={slide.number} slide={slide} />
      ))}
    </fieldset>
  );
}

import { plainText } from '../../ui/notation.ts';
import { firstChosen, slides } from '../sample/slides.ts';
import { SampleMiniature } from '../sample-slide.tsx';

const stageTitleId = (number: number) => `stage-title-${number}`;

/** Shows the eight slides in small. A press chooses the slide on the stage. */
export function Strip() {
  return (
    <fieldset className="strip" translate="no">
      <legend className="sr-only">Slides of the sample: choose one to see it</legend>
      {slides.map((slide) => (
        <div key={slide.number} className="strip-slide">
          <div className="strip-miniature wiped-small">
            <SampleMiniature slide={slide} />
          </div>
          <label className="strip-label">
            <input
              type="radio"
              id={stageTitleId(slide.number)}
              name="stage-title"
              value={slide.number}
              className="sr-only"
              defaultChecked={slide.number === firstChosen}
              aria-label={`${slide.number} ${plainText(slide.wordings[0].title)}`}
            />
            <span className="max-md:hidden" aria-hidden="true">
              {slide.number}
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

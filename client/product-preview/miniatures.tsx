import { Miniature } from '../illustrations/slides/miniature.tsx';
import { useOwnTemplate } from './looks/own-template.tsx';
import { TemplateWords } from './looks/template-words.tsx';
import { slides } from './sample/slides.ts';
import { firstChosen, titleId } from './storyline.tsx';

/** The eight slides: a film strip under the desk in Draft and Edit, a sorter in Deliver. A press chooses the title. */
export function Miniatures({ isComplete }: { isComplete: boolean }) {
  const { isOffered } = useOwnTemplate();
  return (
    <div className="miniatures">
      <div className="contents" aria-hidden="true" translate="no">
        {slides.map((slide, index) => (
          <label
            key={slide.number}
            htmlFor={titleId(slide.number)}
            className={`cursor-pointer [--n:${index}]`}
            data-miniature={slide.number}
          >
            <span className="miniature-place framed [--frame:var(--color-edge)] [--ground:var(--color-app-desk)]">
              <Miniature slide={slide} isLive={isComplete || slide.number === firstChosen} />
            </span>
            {slide.number}
          </label>
        ))}
      </div>
      {isOffered && (
        <div className="template-place">
          <TemplateWords isLong />
        </div>
      )}
    </div>
  );
}

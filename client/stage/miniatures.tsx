import { Miniature } from '../slides/miniature.tsx';
import { useOwnTemplate } from './looks/own-template.tsx';
import { TemplateWords } from './looks/template-words.tsx';
import { firstChosen, slides } from './sample/slides.ts';
import { titleId } from './storyline.tsx';

/** Shows the eight slides in small: a film strip under the desk in Draft and Edit, a sorter in Deliver. A press chooses the title. */
export function Miniatures({ isComplete }: { isComplete: boolean }) {
  const { isOffered } = useOwnTemplate();
  return (
    <div className="miniatures">
      <div className="contents" translate="no">
        {slides.map((slide, index) => (
          <label
            key={slide.number}
            htmlFor={titleId(slide.number)}
            className={`cursor-pointer [--n:${index}]`}
          >
            <span className="miniature-place framed [--frame:var(--color-edge)] [--ground:var(--color-app-desk)]">
              <Miniature slide={slide} isLive={isComplete || slide.number === firstChosen} />
            </span>
            {/* This label is one of two labels of the title's radio. A hidden number is not part of the radio's name. */}
            <span aria-hidden="true">{slide.number}</span>
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

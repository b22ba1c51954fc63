import { ForgetButton } from './own/buttons.tsx';
import { slides } from './sample/slides.ts';
import { SampleMiniature } from './sample-slide.tsx';
import { useStageState } from './state.ts';
import { titleId } from './storyline.tsx';

/** Renders the words about the use of the visitor's template, in the place after the last slide. */
function TemplateWords() {
  const template = useStageState((state) => state.template);
  if (!template) return null;
  const [usage, rest] = template.usage;
  return (
    <p className="template-place">
      <span>
        <b className="text-ink">{usage}</b>
        <span>{rest}</span> <ForgetButton />
      </span>
    </p>
  );
}

/** Shows the eight slides in small: a film strip under the desk in Draft and Edit, a sorter in Deliver. A press chooses the title. */
export function Miniatures() {
  return (
    <div className="miniatures">
      <div className="contents" translate="no">
        {slides.map((slide, index) => (
          <div
            key={slide.number}
            className={`relative pb-4.5 [--n:${index}]`}
            data-miniature={slide.number}
          >
            <div className="miniature-place wiped-small framed [--frame:var(--color-edge)] [--ground:var(--color-app-desk)]">
              <SampleMiniature slide={slide} />
            </div>
            <label
              htmlFor={titleId(slide.number)}
              className="absolute inset-0 flex cursor-pointer items-end"
            >
              {slide.number}
            </label>
          </div>
        ))}
      </div>
      <TemplateWords />
    </div>
  );
}

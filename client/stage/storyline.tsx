import { plainText } from '../ui/notation.ts';
import { Cautious } from './cautious.tsx';
import { answer, markedTitles } from './sample/engagement.ts';
import { type SampleSlide, slides } from './sample/slides.ts';
import { change, useStageState } from './state.ts';
import { Wordings } from './wordings.tsx';

export const titleId = (number: number) => `window-title-${number}`;
const rowId = (number: number) => `window-row-${number}`;
export const traceId = (number: number) => `window-trace-${number}`;

const parts = ['Situation', 'Complication', 'Resolution'] as const;

/** Renders a row with the radio of a title. The desk shows the trace and the slide of the chosen title (choice-rules.ts). */
function TitleRow({ slide }: { slide: SampleSlide }) {
  const { number } = slide;
  const isMarked = markedTitles.includes(number);
  const alike = slides.filter((other) => markedTitles.includes(other.number) === isMarked);
  return (
    <label
      id={rowId(number)}
      className={`title-row [--n:${alike.indexOf(slide)}] ${isMarked ? 'title-marked' : ''}`}
      data-title={number}
    >
      <input
        type="radio"
        id={titleId(number)}
        name="window-title"
        value={number}
        className="sr-only"
        checked={useStageState(({ title }) => title === number)}
        onChange={() => change({ title: number })}
        // The label of the miniature is a second label, and its number would be part of the name.
        aria-labelledby={rowId(number)}
        aria-describedby={traceId(number)}
      />
      <i className="title-ground written" />
      <span className="title-number">{number}</span>
      <span className="cover block">
        <Wordings slide={slide} pick={({ title }) => title}>
          {({ title, shortest }) => (
            <>
              <span className="wording hidden md:inline">{plainText(title)}</span>
              <span className="wording md:hidden">{shortest}</span>
            </>
          )}
        </Wordings>
        {number === slides.length && (
          <i className="caret inline-block [--at:4000ms] edit:hidden deliver:hidden" />
        )}
      </span>
    </label>
  );
}

/** Shows the argument as eight titles. Before they are written, eight dashed rows of the same height stand there. */
export function Storyline() {
  return (
    <fieldset
      className="relative flex min-h-0 min-w-0 flex-col border-rule bg-app px-2 py-3 text-ink-3 [grid-area:titles] max-lg:border-t max-lg:edit:hidden max-md:deliver:hidden md:p-4 lg:border-r"
      translate="no"
    >
      <legend className="sr-only">Storyline: choose a title to see its source and its slide</legend>
      <p
        className="flex items-center justify-between max-md:px-1.5 md:max-lg:min-h-10"
        aria-hidden="true"
      >
        <b className="text-ink">Storyline</b>
        <span className="written md:max-lg:hidden">{`${slides.length} titles`}</span>
      </p>
      <div
        className="relative mt-3 hidden border-edge border-l border-dashed bg-app-2 p-2.5 pl-3.5 text-[.75rem] lg:block low:hidden"
        aria-hidden="true"
      >
        <i className="written absolute inset-y-0 -left-px w-0.75 bg-ink" />
        Answer first
        <p className="cover answer font-medium font-serif text-[.9375rem] text-ink leading-tight [--ground:var(--color-app-2)]">
          {answer}
        </p>
      </div>
      <div className="md:max-lg:grid md:max-lg:grid-cols-3 md:max-lg:gap-6">
        {parts.map((part) => (
          <div key={part}>
            <p
              className="mt-2 mb-1 hidden font-medium text-[.75rem] md:block lg:mt-3.5 lg:-mb-0.5"
              aria-hidden="true"
            >
              {part}
            </p>
            {slides
              .filter((slide) => slide.part === part)
              .map((slide) => (
                <TitleRow key={slide.number} slide={slide} />
              ))}
          </div>
        ))}
      </div>
      <Cautious />
    </fieldset>
  );
}

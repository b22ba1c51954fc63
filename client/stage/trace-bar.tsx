import { files } from './sample/engagement.ts';
import { type Quote, slides } from './sample/slides.ts';
import { traceId } from './storyline.tsx';
import { useIsDrawn } from './use-is-drawn.ts';
import { Wordings } from './wordings.tsx';

/** Renders a line of the statement of work. The pen marks the part on which the title rests. */
function TraceLine({ page, text, pen }: Quote) {
  const [before, after] = pen ? text.split(pen) : [text];
  return (
    <p className="trace-line">
      <span className="font-medium text-ink-3">
        <span className="max-md:sr-only">{`${files.scope.name}, `}</span>
        {`p. ${page}`}
      </span>
      <span>
        {before}
        {pen && <span className="trace-pen">{pen}</span>}
        {after}
      </span>
    </p>
  );
}

/** Shows in Draft the lines of the statement of work on which the chosen title rests. A drawn line leads to its slide. */
export function TraceBar() {
  return (
    <div className="trace-bar" translate="no">
      {slides.filter(useIsDrawn()).map((slide) => (
        <div key={slide.number} id={traceId(slide.number)} data-chosen={slide.number}>
          <Wordings slide={slide} pick={({ trace }) => trace} as="div">
            {({ trace }) => trace.map((quote) => <TraceLine key={quote.text} {...quote} />)}
          </Wordings>
        </div>
      ))}
    </div>
  );
}

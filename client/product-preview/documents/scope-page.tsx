import { engagementName, markedTitles, type Phrase, scope } from '../sample/engagement.ts';

/** The words of a section, with the phrases of the given titles under the pen. */
function Words({
  text,
  marked,
}: {
  text: readonly (string | Phrase)[];
  marked: readonly number[];
}) {
  return text.map((part) => {
    if (part === '|') return <br key="break" />;
    if (typeof part === 'string') return part;
    if (!marked.includes(part.title)) return part.phrase;
    return (
      <span
        key={part.title}
        className={`pen [--n:${marked.indexOf(part.title)}]`}
        data-phrase={part.title}
      >
        {part.phrase}
      </span>
    );
  });
}

/** The section of the statement of work on which a title rests, with its phrase marked. */
export function Excerpt({ title }: { title: number }) {
  const section = scope.find(({ text }) =>
    text.some((part) => typeof part !== 'string' && part.title === title),
  );
  return (
    section && (
      <>
        <b>{section.heading}</b> <Words text={section.text} marked={[title]} />
      </>
    )
  );
}

/** Page 3 of the statement of work. Its sizes follow from its own width. */
export function ScopePage() {
  return (
    <div className="scope" translate="no">
      <div className="scope-page">
        <p className="scope-title">Statement of work</p>
        {engagementName}
        <hr />
        {scope.map(({ heading, text }) => (
          <div className="scope-section" key={heading}>
            <b>{heading}</b>
            <Words text={text} marked={markedTitles} />
          </div>
        ))}
        <b className="text-slide-ink">5 Timeline</b>
        <svg
          className="mt-[.3em] fill-none stroke-slide-rule"
          viewBox="0 0 100 16"
          aria-hidden="true"
        >
          <path strokeWidth="1.9" d="M0 2h97M0 6.4h91M0 10.8h97.5M0 15.2h60.5" />
        </svg>
        <div className="mt-auto flex justify-between text-[2.75cqw]">
          Statement of work<span>3</span>
        </div>
      </div>
    </div>
  );
}

import { engagementName, markedTitles, type Phrase, scope } from './sample/engagement.ts';
import Timeline from './timeline.svg?react';

/** Renders the words of a section. The pen marks the phrases one after the other. */
function Words({ text }: { text: readonly (string | Phrase)[] }) {
  return text.map((part) => {
    if (part === '|') return <br key="break" />;
    if (typeof part === 'string') return part;
    return (
      <span
        key={part.title}
        className={`pen [--n:${markedTitles.indexOf(part.title)}]`}
        data-phrase={part.title}
      >
        {part.phrase}
      </span>
    );
  });
}

/** Draws page 3 of the statement of work. Its sizes follow from its own width. */
export function ScopePage() {
  return (
    <div className="scope @container aspect-[359/483] bg-slide" translate="no">
      <div className="flex h-full flex-col px-[8.65cqw] pt-[8.5cqw] pb-[3.7cqw] text-[max(.6875rem,3.23cqw)] text-slide-ink-2 leading-tight max-md:px-[5cqw] lg:max-xl:px-[7cqw] low:px-[6cqw] max-[22.5rem]:[&_br]:hidden">
        <p className="font-medium font-serif text-[5.55cqw] text-slide-ink">Statement of work</p>
        {engagementName}
        <div className="mt-[3.2cqw] mb-[4cqw] border-slide-light border-t" />
        {scope.map(({ heading, text }) => (
          <div className="mb-[5.15cqw] text-slide-ink max-[22.5rem]:mb-1.5" key={heading}>
            <b className="mb-[.9cqw] block">{heading}</b>
            <Words text={text} />
          </div>
        ))}
        <b className="text-slide-ink">5 Timeline</b>
        <Timeline />
        <p className="mt-auto flex justify-between text-[max(.6875rem,2.75cqw)]">
          Statement of work<span>3</span>
        </p>
      </div>
    </div>
  );
}

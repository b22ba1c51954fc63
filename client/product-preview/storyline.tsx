import { Icon } from '../ui/icons.tsx';
import { RewrittenTitle } from './rewritten-title.tsx';
import { answer, markedTitles, slide, storyline, type Title, titles } from './sample/engagement.ts';

export const sourceId = (title: number) => `title-source-${title}`;

const plain = (text: string) => text.replaceAll('*', '');

/** A title at full length, and the shorter one for a list of one line each. */
function Wording({ title, short }: Pick<Title, 'title' | 'short'>) {
  return (
    <>
      <span className="wording hidden md:inline">{plain(title)}</span>
      <span className="wording md:hidden">{plain(short)}</span>
    </>
  );
}

/** A title can be chosen: its source and its slide are then shown on the desk (threads.tsx). */
function TitleRow({ title }: { title: Title }) {
  const isOnDesk = title.number === slide.number;
  const isMarked = markedTitles.includes(title.number);
  const nth = titles
    .filter(({ number }) => markedTitles.includes(number) === isMarked)
    .indexOf(title);
  return (
    <label
      className={`title-row [--n:${nth}] ${isMarked ? 'title-marked' : ''} ${isOnDesk ? 'font-semibold' : ''}`}
      data-title={title.number}
    >
      <input
        type="radio"
        name="window-title"
        value={title.number}
        className="sr-only unwritten:invisible"
        defaultChecked={isOnDesk}
        aria-describedby={sourceId(title.number)}
      />
      <i className="title-ground" />
      <span className="absolute left-1.5 md:left-0 font-normal font-sans text-[.75rem] text-ink-3 leading-[1.4] tabular-nums">
        {title.number}
      </span>
      <span className="unwritten-lines block">
        <span className="title-words block">
          {isOnDesk ? (
            <RewrittenTitle>{(rewrite) => <Wording {...rewrite} />}</RewrittenTitle>
          ) : (
            <Wording {...title} />
          )}
          {title.number === titles.length && (
            <i className="caret inline-block edit:hidden deliver:hidden" />
          )}
        </span>
      </span>
    </label>
  );
}

/** The argument as eight titles; until they are written, eight dashed rows of the same height. */
export function Storyline() {
  return (
    <fieldset
      className="storyline flex min-h-0 min-w-0 flex-col bg-app px-2 py-3 text-ink-3 [grid-area:titles] edit:hidden md:hidden md:px-4.5 md:py-4 md:upload:flex deliver:hidden md:deliver:flex lg:flex lg:border-rule lg:border-r lg:edit:flex max-lg:border-rule max-lg:border-t playing:flex md:max-lg:playing:absolute md:max-lg:playing:inset-x-0 md:max-lg:playing:bottom-0 md:max-lg:playing:h-(--titles-height)"
      translate="no"
    >
      <legend className="sr-only">Storyline: choose a title to see its source and its slide</legend>
      <div className="flex justify-between max-md:px-1.5" aria-hidden="true">
        <b className="text-ink">Storyline</b>
        <span className="unwritten:invisible">8 titles</span>
      </div>
      <div
        className="mt-3 hidden border-ink border-l-3 bg-app-2 bg-[length:1px_100%] bg-no-repeat bg-origin-border p-2.5 pl-3 text-[.75rem] unwritten:border-transparent unwritten:bg-[image:repeating-linear-gradient(var(--color-edge)_0_3px,transparent_0_5px)] lg:block low:hidden"
        aria-hidden="true"
      >
        Answer first
        <p className="unwritten-lines font-medium font-serif text-[.925rem] text-ink leading-[1.27]">
          <span className="unwritten:invisible">{answer}</span>
        </p>
      </div>
      <div className="titles">
        {storyline.map(({ part, titles }) => (
          <div key={part}>
            <p
              className="mt-3.5 -mb-0.5 hidden font-medium text-[.75rem] md:block md:max-lg:mt-2 md:max-lg:mb-1"
              aria-hidden="true"
            >
              {part}
            </p>
            {titles.map((title) => (
              <TitleRow key={title.number} title={title} />
            ))}
          </div>
        ))}
      </div>
      <div
        className="mt-auto hidden h-9 items-center justify-between rounded-sm border border-edge px-3 text-ink-2 xl:flex low:hidden"
        aria-hidden="true"
      >
        <span className="grid *:[grid-area:1/1]">
          <span className="invisible unwritten:visible">Ask for a change</span>
          <span className="unwritten:invisible">Make title 6 more cautious</span>
        </span>
        <Icon name="arrow-right" className="text-ink size-4.5" />
      </div>
    </fieldset>
  );
}

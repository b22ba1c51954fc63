import { Icon } from '../ui/icons.tsx';
import { plainText } from '../ui/notation.ts';
import { RewrittenTitle } from './rewritten-title.tsx';
import { answer, markedTitles, slide, storyline, type Title, titles } from './sample/engagement.ts';

export const sourceId = (title: number) => `title-source-${title}`;

/** A title at full length, and the shorter one for a list of one line each. */
function Wording({ title, short }: Pick<Title, 'title' | 'short'>) {
  return (
    <>
      <span className="wording hidden md:inline">{plainText(title)}</span>
      <span className="wording md:hidden">{plainText(short)}</span>
    </>
  );
}

/** A title can be chosen: its source and its slide are then shown on the desk (threads.tsx). */
function TitleRow({ title }: { title: Title }) {
  const isOnDesk = title.number === slide.number;
  const isMarked = markedTitles.includes(title.number);
  const alike = titles.filter(({ number }) => markedTitles.includes(number) === isMarked);
  return (
    <label
      className={`title-row block cursor-pointer py-1.25 pr-1.5 pl-7 font-serif text-ink text-balance text-[.9375rem] leading-[1.3] after:visible after:absolute after:inset-x-0 after:bottom-0 after:border-rule upload:pointer-events-none upload:invisible md:after:hidden md:mt-0.75 md:py-0.75 md:pr-0 md:pl-5.5 md:text-[.8125rem] lg:text-[.875rem] [--n:${alike.indexOf(title)}] ${isMarked ? 'title-marked' : ''} ${isOnDesk ? 'font-semibold' : ''} ${title.number < titles.length ? 'pb-1.5 after:border-b' : ''}`}
      data-title={title.number}
    >
      <input
        type="radio"
        name="window-title"
        value={title.number}
        className="sr-only"
        defaultChecked={isOnDesk}
        aria-describedby={sourceId(title.number)}
      />
      <i className="title-ground written" />
      <span className="visible absolute left-1.5 font-normal font-sans text-[.75rem] text-ink-3 leading-[1.4] md:left-0">
        {title.number}
      </span>
      <span className="cover block">
        {isOnDesk ? (
          <RewrittenTitle>{(rewrite) => <Wording {...rewrite} />}</RewrittenTitle>
        ) : (
          <Wording {...title} />
        )}
        {title.number === titles.length && (
          <i className="caret inline-block [--at:4000ms] edit:hidden deliver:hidden" />
        )}
      </span>
    </label>
  );
}

/** The argument as eight titles; until they are written, eight dashed rows of the same height. */
export function Storyline() {
  return (
    <fieldset
      className="storyline flex min-h-0 min-w-0 flex-col border-rule bg-app px-2 py-3 text-ink-3 [grid-area:titles] max-lg:border-t max-md:edit:hidden max-md:deliver:hidden md:absolute md:inset-x-0 md:bottom-0 md:z-3 md:h-(--titles-height) md:p-4 md:max-lg:hidden md:max-lg:reading:flex md:max-lg:deliver:flex lg:static lg:h-auto lg:border-r"
      translate="no"
    >
      <legend className="sr-only">Storyline: choose a title to see its source and its slide</legend>
      <p className="flex justify-between max-md:px-1.5" aria-hidden="true">
        <b className="text-ink">Storyline</b>
        <span className="written">8 titles</span>
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
      <div className="md:grid md:grid-cols-3 md:gap-6 lg:block">
        {storyline.map(({ part, titles }) => (
          <div key={part}>
            <p
              className="mt-2 mb-1 hidden font-medium text-[.75rem] md:block lg:mt-3.5 lg:-mb-0.5"
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
          <span data-step="upload">Ask for a change</span>
          <span className="written">Make title 6 more cautious</span>
        </span>
        <Icon name="arrow-right" className="text-ink size-4.5" />
      </div>
    </fieldset>
  );
}

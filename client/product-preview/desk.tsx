import { Handles } from '../illustrations/slides/handles.tsx';
import { MarginSlide } from '../illustrations/slides/margin-slide.tsx';
import TextStyleButtons from '../illustrations/window/text-style-buttons.svg?react';
import { Icon } from '../ui/icons.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { Miniatures } from './miniatures.tsx';
import { Reading } from './reading.tsx';
import { Rewrite } from './rewrite.tsx';
import { RewrittenTitle } from './rewritten-title.tsx';
import { files, titles } from './sample/engagement.ts';
import { Threads } from './threads.tsx';

function Toolbar() {
  return (
    <div
      className="row-start-1 hidden h-9.5 items-center gap-1.5 border-rule border-b bg-app px-(--pane) text-[.75rem] text-ink-2 edit:flex md:flex deliver:hidden low:h-8"
      aria-hidden="true"
      translate="no"
    >
      <span className="flex w-24 items-center justify-between border border-rule px-2">
        Heading
        <svg className="w-1.5 fill-current" viewBox="0 0 8 4" aria-hidden="true">
          <path d="M0 0h8L4 4z" />
        </svg>
      </span>
      <span className="w-8 border border-rule text-center">24</span>
      <b className="ml-3">B</b>
      <TextStyleButtons />
      <span className="ml-auto hidden text-ink-3 lg:inline">Layout: Title and chart</span>
    </div>
  );
}

function DeckFile() {
  return (
    <div
      className="row-start-1 mx-(--pane) mt-4.5 hidden flex-wrap items-center gap-x-3 gap-y-2 border-ink border-b-2 bg-app px-3.5 py-3 text-[.75rem] text-ink-3 deliver:flex"
      aria-hidden="true"
      translate="no"
    >
      <Icon name="deliver" className="text-ink size-6" />
      <p>
        <b className="block text-[.8125rem] text-ink">{files.deck.name}</b>
        {`${titles.length} slides, 16:9, on ${files.template.name}`}
      </p>
      <p className="flex items-center gap-2.5 text-[.8125rem] text-ink md:ml-auto">
        <Icon name="tick" className="size-4" /> Downloaded
      </p>
    </div>
  );
}

/** The right of the window: what is read, then the slide, then the deck. */
export function Desk() {
  return (
    <div className="desk relative grid min-w-0 max-md:edit:row-span-2 max-md:deliver:row-span-2 grid-cols-1 grid-rows-[auto_1fr_auto_auto] bg-app-desk *:col-start-1 edit:grid-rows-[auto_auto_1fr] md:edit:grid-rows-[auto_auto_auto_1fr] lg:edit:grid-rows-[auto_1fr_auto_auto] [grid-area:desk]">
      <Reading />
      <Toolbar />
      <div
        className="stage row-start-2 p-(--pane) md:pb-3 deliver:hidden low:pt-3"
        aria-hidden="true"
      >
        <MarginSlide
          className="aspect-square md:aspect-[16/11] lg:aspect-video low:edit:mx-auto low:edit:max-w-128"
          title={
            <>
              <div className="slide-words framed [--frame:transparent]">
                <RewrittenTitle>
                  {({ title }) => <MarkedText isDrawn>{title}</MarkedText>}
                </RewrittenTitle>
                <i className="caret hidden edit:inline-block" />
              </div>
              <span className="absolute -inset-x-[.35em] -top-[.1em] bottom-[.28em] hidden border border-slide-ink edit:block">
                <Handles ground="bg-slide" />
              </span>
            </>
          }
        />
      </div>
      <Rewrite />
      <DeckFile />
      <Miniatures />
      <Threads />
    </div>
  );
}

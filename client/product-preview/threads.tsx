import { Miniature } from '../illustrations/slides/miniature.tsx';
import { Excerpt } from '../illustrations/statement-of-work/scope-page.tsx';
import { files, titles } from './sample/engagement.ts';
import { sourceId } from './storyline.tsx';

const { name, page } = files.scope;

/**
 * Where each title comes from and where it leads: its phrase in the statement of work, and its slide. The
 * style sheet shows the one whose title is hovered or has the focus.
 */
export function Threads() {
  return titles.map(({ number }) => (
    <div key={number} className="thread bg-app-desk p-(--pane)" data-thread={number} translate="no">
      <p id={sourceId(number)} className="relative bg-slide [&_br]:hidden px-4 py-3 text-slide-ink">
        <span className="mb-1 block text-[.75rem] text-slide-ink-2">{`${name}, page ${page}`}</span>
        <Excerpt title={number} />
      </p>
      <div className="mt-6">
        <Miniature number={number} />
      </div>
    </div>
  ));
}

import { Miniature } from '../illustrations/slides/miniature.tsx';
import { slide, titles } from './sample/engagement.ts';

/** The eight slides: a film strip under the desk in Draft and Edit, a sorter in Deliver. */
export function Miniatures() {
  return (
    <div
      className="row-start-4 hidden content-start gap-x-3 gap-y-2.5 px-(--pane) pt-4.5 pb-3 text-[.75rem] text-ink-2 leading-normal md:grid md:grid-cols-4 md:edit:grid-cols-8 md:edit:gap-x-2 deliver:row-start-2 deliver:grid deliver:grid-cols-2 md:deliver:grid-cols-3 lg:grid-cols-8 lg:gap-x-2 lg:edit:hidden lg:deliver:gap-x-4 low:hidden low:deliver:grid low:deliver:grid-cols-4"
      aria-hidden="true"
      translate="no"
    >
      {titles.map(({ number }, index) => (
        <div
          key={number}
          className={`[--n:${index}] ${number === slide.number ? 'font-semibold text-ink *:outline-2 *:outline-offset-1 deliver:font-normal deliver:text-inherit deliver:*:outline-none' : ''}`}
        >
          <div className="miniature-place framed [--frame:var(--color-edge)] [--ground:var(--color-app-desk)]">
            <Miniature number={number} />
          </div>
          {number}
        </div>
      ))}
      <div className="hidden aspect-[212/119] place-items-center border border-edge border-dashed md:deliver:grid low:deliver:hidden">
        Add slide
      </div>
    </div>
  );
}

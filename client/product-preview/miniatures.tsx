import { Miniature } from './documents/miniature.tsx';
import { slide, titles } from './sample/engagement.ts';

/** The eight slides: a film strip under the desk in Draft and Edit, a sorter in Deliver. */
export function Miniatures() {
  return (
    <div
      className="miniatures row-start-4 hidden content-start gap-x-3 px-3.5 pt-4.5 pb-2.5 md:pb-4 md:edit:pb-3 lg:pb-2.5 text-[.75rem] text-ink-2 leading-[17px] tabular-nums upload:hidden md:grid md:grid-cols-4 md:gap-y-3 md:px-5 md:edit:grid-cols-8 md:edit:gap-x-2 deliver:row-start-2 deliver:grid deliver:grid-cols-2 deliver:gap-x-2.5 deliver:gap-y-2.5 md:deliver:grid-cols-3 md:deliver:gap-y-3.25 lg:grid-cols-8 lg:gap-x-2 lg:px-6 lg:edit:hidden lg:deliver:gap-x-4 lg:deliver:px-[max(1.5rem,50%-23rem)] low:hidden low:deliver:grid low:deliver:grid-cols-4"
      aria-hidden="true"
      translate="no"
    >
      {titles.map(({ number }, index) => (
        <div
          key={number}
          className={`miniature-place relative isolate [--n:${index}]`}
          data-on-desk={number === slide.number || undefined}
        >
          <Miniature number={number} />
          {number}
        </div>
      ))}
      <div className="hidden aspect-[212/119] place-items-center border border-edge border-dashed md:deliver:grid low:deliver:hidden">
        Add slide
      </div>
    </div>
  );
}

import { slides } from '../../product-preview/sample/slides.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { ThreadStart } from './thread.tsx';

/** The title that the drawing follows from the scope to its slide. */
const threaded = 4;

/** The storyline: eight titles, of which the fourth comes from the scope and becomes a slide. */
export function StorylineSheet() {
  return (
    <div
      className="@container relative h-[318px] max-w-[332px] border-[1.5px] border-slide-ink bg-slide px-4 pt-3 text-slide-ink forced-color-adjust-none"
      aria-hidden="true"
    >
      <p className="font-semibold text-[14px]">Storyline</p>
      {slides.map(({ number, wordings: [{ short }] }) => (
        <p
          className="flex h-8 items-center border-slide-rule font-serif text-[clamp(11px,4.88cqi,14.5px)] whitespace-pre not-nth-2:border-t nth-5:font-bold"
          key={number}
        >
          <span className="w-[22px] font-normal font-sans text-[11px] text-slide-ink-2">
            {number}
          </span>
          <MarkedText isDrawn>{short}</MarkedText>
          {number === threaded && <ThreadStart />}
        </p>
      ))}
    </div>
  );
}

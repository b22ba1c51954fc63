import { MarkedText } from '../../ui/marked-text.tsx';
import { followedTitle, titles } from '../theatre-review.ts';
import { ThreadStart } from './thread.tsx';

/** Draws the storyline as eight titles. A thread leads from the scope to one title, and from this title to its slide. */
export function StorylineSheet() {
  return (
    <div
      className="@container relative h-[318px] max-w-[332px] border-[1.5px] border-slide-ink bg-slide px-4 pt-3 text-slide-ink forced-color-adjust-none"
      aria-hidden="true"
    >
      <p className="font-semibold text-[14px]">Storyline</p>
      {titles.map((title, index) => (
        <p
          className="flex h-8 items-center border-slide-rule font-serif text-[clamp(11px,4.88cqi,14.5px)] whitespace-pre not-nth-2:border-t nth-5:font-bold"
          key={title}
        >
          <span className="w-[22px] font-normal font-sans text-[11px] text-slide-ink-2">
            {index + 1}
          </span>
          <MarkedText isDrawn>{title}</MarkedText>
          {index + 1 === followedTitle && <ThreadStart />}
        </p>
      ))}
    </div>
  );
}

import Hatching from './hatching.svg?react';
import Break from './weeks-bar-break.svg?react';

/** Draws a hatched bar with a break in it. The bar continues to the right edge of the window. */
export function WeeksBar() {
  return (
    <div
      className="relative mr-[calc((100%-100vw)/2)] h-16 border-[1.5px] border-ink border-r-0 stroke-ink md:h-22 lg:h-26 on-paper:h-16"
      aria-hidden="true"
    >
      <Hatching className="size-full" />
      <Break />
    </div>
  );
}

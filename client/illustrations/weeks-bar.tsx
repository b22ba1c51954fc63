import Break from './weeks-bar-break.svg?react';

/** A hatched bar that is too long to be drawn whole: it breaks, and runs on to the edge of the window. */
export function WeeksBar() {
  return (
    <div
      className="relative mr-[calc((100%-100vw)/2)] h-16 border-[1.5px] border-ink border-r-0 stroke-ink md:h-22 lg:h-26 print:h-16"
      aria-hidden="true"
    >
      <svg className="size-full" aria-hidden="true">
        <pattern
          id="hatch"
          width="9"
          height="9"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M4.5 0v9" strokeWidth=".75" />
        </pattern>
        <rect width="100%" height="100%" fill="url(#hatch)" stroke="none" />
      </svg>
      <Break />
    </div>
  );
}

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
      <svg
        className="absolute -inset-y-[1.5px] left-[44vw] h-[calc(100%+3px)] w-6 md:left-[min(56vw,808px)] md:w-10"
        aria-hidden="true"
        viewBox="0 0 40 104"
        preserveAspectRatio="none"
      >
        <path
          className="fill-paper stroke-none"
          d="M11 0 3 26l12 26L3 78l8 26h20l-8-26 12-26-12-26 8-26z"
        />
        <path
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          d="M11 0 3 26l12 26L3 78l8 26M31 0l-8 26 12 26-12 26 8 26"
        />
      </svg>
    </div>
  );
}

interface PillProps {
  /** What the pill says. */
  children: string;
  /** The middle of the pill, as SVG lengths. */
  x: string;
  y: string;
  /** In em. */
  width: number;
  height?: number;
}

/** Draws a word of a chart on paper, in a frame with round ends. */
export function Pill({ children, x, y, width, height = 1.6 }: PillProps) {
  return (
    <svg x={x} y={y} overflow="visible" aria-hidden="true">
      <rect
        className="fill-deck-paper"
        x={`${-width / 2}em`}
        y={`${-height / 2}em`}
        width={`${width}em`}
        height={`${height}em`}
        rx={`${height / 2}em`}
      />
      <text className="font-bold [text-anchor:middle]" dy=".36em">
        {children}
      </text>
    </svg>
  );
}

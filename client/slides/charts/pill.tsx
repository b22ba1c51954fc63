import { useBare, useWideness } from '../drawing.ts';

interface PillProps {
  /** What the pill says. */
  children: string;
  /** The middle of the pill, as SVG lengths. */
  x: string;
  y: string;
  isKey?: boolean;
}

const height = 1.7;

/** Draws a word of a chart on paper or on the key colour, in a frame with round ends. A miniature has no pill. */
export function Pill({ children, x, y, isKey = false }: PillProps) {
  const wideness = useWideness();
  if (useBare()) return null;
  const width = children.length * 0.52 * wideness + 1.2;
  return (
    <svg x={x} y={y} overflow="visible" aria-hidden="true">
      <rect
        className={isKey ? 'fill-deck-label' : 'fill-deck-paper'}
        x={`${-width / 2}em`}
        y={`${-height / 2}em`}
        width={`${width}em`}
        height={`${height}em`}
        rx={`${height / 2}em`}
      />
      <text
        className={`font-bold [text-anchor:middle] ${isKey ? 'fill-deck-on-label' : ''}`}
        dy=".36em"
      >
        {children}
      </text>
    </svg>
  );
}

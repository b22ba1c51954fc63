import { useBare } from '../drawing.ts';

interface AxisLabelsProps {
  labels: readonly string[];
  /** Returns where the middle of a label stands, in percent of the width of the chart. */
  x: (index: number) => number;
}

/** Draws the labels under the horizontal axis of a line chart. */
export function AxisLabels({ labels, x }: AxisLabelsProps) {
  if (useBare()) return null;
  return (
    <svg className="mt-[.35em] h-[1.6em] w-full shrink-0 fill-deck-ink-2" aria-hidden="true">
      {labels.map((label, index) => (
        <text key={label} className="[text-anchor:middle]" x={`${x(index)}%`} y="1.2em">
          {label}
        </text>
      ))}
    </svg>
  );
}

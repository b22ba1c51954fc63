interface AxisLabelsProps {
  labels: readonly string[];
  /** Returns where the middle of a label stands, in percent of the width of the chart. */
  x: (index: number) => number;
}

/** Draws the labels under the horizontal axis of a line chart. */
export function AxisLabels({ labels, x }: AxisLabelsProps) {
  return (
    <svg className="h-[1.6em] w-full fill-deck-ink-2" aria-hidden="true">
      {labels.map((label, index) => (
        <text key={label} className="[text-anchor:middle]" x={`${x(index)}%`} y="1.2em">
          {label}
        </text>
      ))}
    </svg>
  );
}

/** One column of a waterfall: a total stands on the axis, a change floats from the level before it. */
export interface WaterfallStep {
  value: number;
  kind: 'total' | 'rise' | 'fall' | 'key';
}

/** How a chart is laid out, in drawing units (y grows downwards). */
export interface WaterfallFrame {
  left: number;
  pitch: number;
  barWidth: number;
  baseline: number;
  /** Drawing units for one unit of value. */
  scale: number;
}

export interface WaterfallBar {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Middle of the bar, for its labels. */
  centre: number;
  /** Where the next bar starts: the height of the line that joins the two. */
  level: number;
}

const round = (length: number) => Math.round(length * 10) / 10;

/** The bars of a waterfall, in order. A total resets the running level to its own value. */
export function waterfall(
  steps: readonly WaterfallStep[],
  { left, pitch, barWidth, baseline, scale }: WaterfallFrame,
): WaterfallBar[] {
  let running = 0;
  return steps.map(({ value, kind }, index) => {
    const from = kind === 'total' ? 0 : running;
    running = from + value;
    const x = round(left + pitch * index);
    return {
      x,
      y: round(baseline - Math.max(from, running) * scale),
      width: barWidth,
      height: round(Math.abs(value) * scale),
      centre: round(x + barWidth / 2),
      level: round(baseline - running * scale),
    };
  });
}

/** A value as the slide prints it: totals bare, changes with their sign (a true minus). */
export function printed({ value, kind }: WaterfallStep): string {
  if (kind === 'total') return value.toFixed(1);
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

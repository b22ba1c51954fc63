/** One column of a waterfall: a total stands on the axis, a change floats from the level before it. */
export interface WaterfallStep {
  value: number;
  kind: 'total' | 'rise' | 'fall' | 'key';
}

export interface WaterfallBar {
  /** Between which values the bar stands, in the steps' unit. */
  bottom: number;
  top: number;
  /** The value at which the next bar starts. */
  level: number;
}

/** Rounds away what adding decimals leaves behind. */
const exact = (value: number) => Math.round(value * 1000) / 1000;

/** The bars of a waterfall, in order. A total resets the running level to its own value. */
export function waterfall<Step extends WaterfallStep>(
  steps: readonly Step[],
): (Step & WaterfallBar)[] {
  let running = 0;
  return steps.map((step) => {
    const from = step.kind === 'total' ? 0 : running;
    const level = exact(from + step.value);
    running = level;
    return { ...step, bottom: Math.min(from, level), top: Math.max(from, level), level };
  });
}

/** A value as the slide prints it: totals bare, changes with their sign (a true minus). */
export function printed({ value, kind }: WaterfallStep): string {
  if (kind === 'total') return value.toFixed(1);
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

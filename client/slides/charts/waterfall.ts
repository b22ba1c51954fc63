/** A column of a waterfall. A total begins at the axis, a change at the level of the column before it. */
export interface WaterfallStep {
  value: number;
  kind: 'total' | 'rise' | 'fall' | 'key';
}

interface WaterfallBar {
  /** Between which values the bar stands, in the steps' unit. */
  bottom: number;
  top: number;
  /** The value at which the next bar starts. */
  level: number;
}

/** Rounds to three decimals, because sums of decimals are not exact. */
const exact = (value: number) => Math.round(value * 1000) / 1000;

/** Returns the bars of a waterfall, in order. A total sets the running level to its own value. */
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

/** Returns a value as the slide prints it: totals without a sign, changes with plus or minus. */
export function printed({ value, kind }: WaterfallStep): string {
  if (kind === 'total') return value.toFixed(1);
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

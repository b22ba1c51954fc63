/** One line of the table: a figure, what it is held against, and the ratio that it must reach. */
export interface Line {
  measure: string;
  ours: string;
  yardstick: string;
  ratio: number;
  bound: { kind: 'at least' | 'at most'; value: number } | null;
}

const round = (value: number): number => Number(value.toPrecision(3));

/** A line whose ratio must not fall below `least`. */
export const atLeast = (
  measure: string,
  ours: number,
  yardstick: number,
  least: number,
  unit: string,
): Line => ({
  measure,
  ours: `${Math.round(ours)} ${unit}`,
  yardstick: `${Math.round(yardstick)} ${unit}`,
  ratio: round(ours / yardstick),
  bound: { kind: 'at least', value: least },
});

/** A line whose ratio must not pass `most`. */
export const atMost = (
  measure: string,
  ours: number,
  yardstick: number,
  most: number,
  unit: string,
): Line => ({
  ...atLeast(measure, ours, yardstick, 0, unit),
  ours: `${round(ours)} ${unit}`,
  yardstick: `${round(yardstick)} ${unit}`,
  bound: { kind: 'at most', value: most },
});

/** A line that is an amount held against a limit of its own. */
export const within = (measure: string, ours: number, limit: number, unit: string): Line => ({
  measure,
  ours: `${round(ours)} ${unit}`,
  yardstick: `limit ${limit} ${unit}`,
  ratio: limit === 0 ? ours : round(ours / limit),
  bound: { kind: 'at most', value: limit === 0 ? 0 : 1 },
});

/** A line for comparison only. */
export const beside = (measure: string, theirs: number, yardstick: number, unit: string): Line => ({
  ...atLeast(measure, theirs, yardstick, 0, unit),
  bound: null,
});

export const isReached = ({ ratio, bound }: Line): boolean =>
  bound === null || (bound.kind === 'at least' ? ratio >= bound.value : ratio <= bound.value);

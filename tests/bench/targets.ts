import { median, type Pairs, ratioOf } from './rounds.ts';

/** One line of the table: a figure, what it is held against, and the ratio that it must reach. */
export interface Line {
  measure: string;
  ours: string;
  yardstick: string;
  ratio: number;
  /** Every round’s figures, for whoever doubts the middle. */
  rounds?: Pairs;
  bound: { kind: 'at least' | 'at most'; value: number } | null;
}

const round = (value: number): number => Number(value.toPrecision(3));

/** A line whose ratio must not fall below `least`. */
export const atLeast = (measure: string, pairs: Pairs, least: number, unit: string): Line => ({
  measure,
  ours: `${Math.round(median(pairs.ours))} ${unit}`,
  yardstick: `${Math.round(median(pairs.yardstick))} ${unit}`,
  ratio: round(ratioOf(pairs)),
  rounds: pairs,
  bound: { kind: 'at least', value: least },
});

/** A line whose ratio must not pass `most`. */
export const atMost = (measure: string, pairs: Pairs, most: number, unit: string): Line => ({
  ...atLeast(measure, pairs, 0, unit),
  ours: `${round(median(pairs.ours))} ${unit}`,
  yardstick: `${round(median(pairs.yardstick))} ${unit}`,
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
export const beside = (measure: string, pairs: Pairs, unit: string): Line => ({
  ...atLeast(measure, pairs, 0, unit),
  bound: null,
});

export const isReached = ({ ratio, bound }: Line): boolean =>
  bound === null || (bound.kind === 'at least' ? ratio >= bound.value : ratio <= bound.value);

/** How often everything is measured. */
export const rounds = 3;

/** One line of the table: a figure of ours, what it is held against, and whether their ratio is within its bound. */
export interface Line {
  measure: string;
  ours: number;
  yardstick: number;
  ratio: number;
  bound: string;
  isReached: boolean;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Holds what each round measured of ours against what it measured of a yardstick, by the median of their ratios: a
 * machine that drifts falsifies the ratio of two medians, but hardly that of two neighbours.
 */
export function line(
  measure: string,
  ours: readonly number[],
  yardstick: readonly number[],
  kind: 'at least' | 'at most',
  bound: number,
): Line {
  const ratio = median(ours.map((figure, round) => figure / (yardstick[round] ?? Number.NaN)));
  const isReached = kind === 'at least' ? ratio >= bound : ratio <= bound;
  const figures = { ours: median(ours), yardstick: median(yardstick), ratio };
  return { measure, ...figures, bound: `${kind} ${bound}`, isReached };
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** A line as it is printed. */
export const shown = ({ ours, yardstick, ratio, ...rest }: Line) => ({
  ...rest,
  ours: rounded(ours),
  yardstick: rounded(yardstick),
  ratio: rounded(ratio),
});

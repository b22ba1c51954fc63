/** Number of rounds. Each round starts new processes. */
export const rounds = 3;

/** One line of the table: our figure, the yardstick's figure, and whether their ratio is within the bound. */
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
 * Compares our figures with those of a yardstick: the median of the ratios of neighbouring figures. The speed of a machine
 * changes with time, which distorts the ratio of two medians, but hardly the ratio of two neighbours.
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

/** Returns a line as the table shows it. */
export const shown = ({ ours, yardstick, ratio, ...rest }: Line) => ({
  ...rest,
  ours: rounded(ours),
  yardstick: rounded(yardstick),
  ratio: rounded(ratio),
});

/** How often everything is measured, and for how long each time. */
export interface Effort {
  rounds: number;
  seconds: number;
}

/** One line of the table: a figure of ours, what it is held against, and the bound of their ratio. */
export interface Line {
  measure: string;
  ours: number;
  yardstick: number;
  ratio: number;
  bound: { kind: 'at least' | 'at most'; value: number };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Holds what each round measured of ours against what it measured of a yardstick, by the median of their ratios: a
 * machine that drifts falsifies the ratio of two medians, but hardly that of two neighbours.
 */
export const line = (
  measure: string,
  ours: readonly number[],
  yardstick: readonly number[],
  kind: Line['bound']['kind'],
  value: number,
): Line => ({
  measure,
  ours: median(ours),
  yardstick: median(yardstick),
  ratio: median(ours.map((figure, round) => figure / (yardstick[round] ?? Number.NaN))),
  bound: { kind, value },
});

export const isReached = ({ ratio, bound }: Line): boolean =>
  bound.kind === 'at least' ? ratio >= bound.value : ratio <= bound.value;

const shown = (value: number): string => String(Number(value.toPrecision(3)));

/** The figures as a Markdown table. */
export const table = (lines: readonly Line[]): string =>
  [
    '| measure | ours | yardstick | ratio | must be |',
    '|---|---|---|---|---|',
    ...lines.map((one) => {
      const verdict = isReached(one) ? 'reached' : 'MISSED';
      const figures = [one.ours, one.yardstick, one.ratio].map(shown).join(' | ');
      return `| ${one.measure} | ${figures} | ${one.bound.kind} ${one.bound.value}: ${verdict} |`;
    }),
  ].join('\n');

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

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [Math.floor, Math.ceil].map(
    (round) => sorted[round((sorted.length - 1) / 2)],
  );
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
};

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

type Contestants = Record<string, () => Promise<unknown>>;
type Results<Given extends Contestants> = {
  [Name in keyof Given]: Awaited<ReturnType<Given[Name]>>[];
};

/** Asks every contestant once a round, in turn, so that a slow spell of the machine meets all of them. */
export async function inRounds<Given extends Contestants>(
  rounds: number,
  contestants: Given,
): Promise<Results<Given>> {
  const results: Record<string, unknown[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contestants)) {
      results[name] = [...(results[name] ?? []), await measure()];
    }
  }
  return results as Results<Given>;
}

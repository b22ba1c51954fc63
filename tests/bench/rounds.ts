export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};

/** What was measured of ours and of its yardstick, in the order of the rounds. */
export interface Pairs {
  ours: readonly number[];
  yardstick: readonly number[];
}

/**
 * The middle of the ratios of all rounds. A machine that drifts between the rounds, which shared ones do,
 * falsifies the ratio of two middles, but hardly that of two neighbours.
 */
export const ratioOf = ({ ours, yardstick }: Pairs): number =>
  median(ours.map((figure, round) => figure / (yardstick[round] ?? Number.NaN)));

/**
 * Runs every contestant once a round, so that a slow spell of the machine meets all of them.
 * Returns what each measured, in the order of the rounds.
 */
export async function interleave<Name extends string, Result>(
  rounds: number,
  contestants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const entries = Object.entries(contestants) as [Name, () => Promise<Result>][];
  const results = Object.fromEntries(entries.map(([name]) => [name, [] as Result[]])) as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    const rotated = [
      ...entries.slice(round % entries.length),
      ...entries.slice(0, round % entries.length),
    ];
    for (const [name, measure] of rotated) results[name].push(await measure());
  }
  return results;
}

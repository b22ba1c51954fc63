/** Resident memory after so many requests. */
export interface Sample {
  requests: number;
  mebibytes: number;
}

/** Mebibytes gained per 10,000 requests, by least squares over the later two thirds: the start fills caches. */
export function slope(samples: readonly Sample[]): number {
  const late = samples.slice(Math.floor(samples.length / 3));
  const mean = (of: (sample: Sample) => number): number =>
    late.reduce((sum, sample) => sum + of(sample), 0) / late.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ mebibytes }) => mebibytes)];
  const spread = late.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
  if (spread === 0) return 0;
  const together = late.reduce(
    (sum, { requests, mebibytes }) => sum + (requests - x) * (mebibytes - y),
    0,
  );
  return (together / spread) * 10_000;
}

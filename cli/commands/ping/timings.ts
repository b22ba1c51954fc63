/** Milliseconds, to a hundredth. */
export interface Timings {
  min: number;
  median: number;
  max: number;
}

export function summarise(samples: readonly number[]): Timings {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
  return { min: at(0), median: at(0.5), max: at(1) };
}

/** Milliseconds, to a hundredth. */
export interface Timings {
  min: number;
  median: number;
  max: number;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** @param samples at least one. */
export function summarise(samples: readonly number[]): Timings {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[Math.min(sorted.length - 1, index)] ?? 0;
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
  return {
    min: hundredths(at(0)),
    median: hundredths(median),
    max: hundredths(at(sorted.length - 1)),
  };
}

/** Milliseconds, to a hundredth. */
export interface Timings {
  min: number;
  median: number;
  max: number;
}

const hundredths = (value = 0): number => Math.round(value * 100) / 100;

export function summarise(samples: readonly number[]): Timings {
  const sorted = samples.toSorted((a, b) => a - b);
  const [lower = 0, upper = 0] = [(sorted.length - 1) >> 1, sorted.length >> 1].map(
    (index) => sorted[index],
  );
  return {
    min: hundredths(sorted[0]),
    median: hundredths((lower + upper) / 2),
    max: hundredths(sorted.at(-1)),
  };
}

const firstWaitMs = 500;
const longestWaitMs = 15_000;

interface Options {
  /** True ends it: nobody waits any more. */
  isOver: () => boolean;
  onFailure: (error: unknown) => void;
  /** Milliseconds before the second try; it doubles up to 15 s. */
  firstMs?: number;
}

/** Tries until it works, waiting longer each time. Never rejects. */
export async function keepTrying(
  work: () => Promise<void>,
  { isOver, onFailure, firstMs = firstWaitMs }: Options,
): Promise<void> {
  for (let wait = firstMs; !isOver(); wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
    }
  }
}

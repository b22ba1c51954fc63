const endings: (() => unknown)[] = [];

/** Keeps what ends something that a test has begun, until the tests of its file are over. */
export const atEnd = (end: () => unknown): void => void endings.push(end);

/** Ends everything that was begun, the last first. */
export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

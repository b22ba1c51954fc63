const endings = new AsyncDisposableStack();

/** Adds a function that runs after the last test of the file. The function ends something that a test has started. */
export const atEnd = (end: () => unknown): void => endings.defer(async () => void (await end()));

/** Runs these functions, the last one first. */
export const endAll = (): Promise<void> => endings.disposeAsync();

const endings = new AsyncDisposableStack();

/** The functions that end what the tests of a file have started. They run after the last test. */
export const atEnd = (end: () => unknown): void => endings.defer(async () => void (await end()));

/** Ends everything that was started, in reverse order. */
export const endAll = (): Promise<void> => endings.disposeAsync();

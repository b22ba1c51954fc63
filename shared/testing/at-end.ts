const endings = new AsyncDisposableStack();

/** Keeps what ends something that a test has begun, until the tests of its file are over. */
export const atEnd = (end: () => unknown): void => endings.defer(async () => void (await end()));

/** Ends everything that was begun, the last first. */
export const endAll = (): Promise<void> => endings.disposeAsync();

let endings = new AsyncDisposableStack();

/** Adds a function that runs after the last test of the file. The function ends something that a test has started. */
export const atEnd = (end: () => unknown): void => endings.defer(async () => void (await end()));

/** Runs these functions, the last one first. Test files of one worker share this module. */
export function endAll(): Promise<void> {
  const ended = endings;
  endings = new AsyncDisposableStack();
  return ended.disposeAsync();
}

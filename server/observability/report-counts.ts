/**
 * Returns a function that counts events. It calls `report` at most once in `everyMs` milliseconds, with the number of
 * events since the last call and the latest event.
 * @param now in milliseconds.
 */
export function reportCounts<Event = void>(
  report: (count: number, latest: Event) => void,
  everyMs: number,
  now = Date.now,
) {
  let count = 0;
  let lastReport = Number.NEGATIVE_INFINITY;
  return (event: Event): void => {
    count += 1;
    if (now() - lastReport < everyMs) return;
    report(count, event);
    count = 0;
    lastReport = now();
  };
}

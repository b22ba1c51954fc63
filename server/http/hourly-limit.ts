import { createVisitorCounts } from './visitor-counts.ts';

/** The most visitors that the server remembers in an hour. */
const mostNetworks = 10_000;
const hourMs = 60 * 60 * 1000;

/**
 * Returns a function that says whether one more event of a visitor is within the limit of this hour, in this process.
 * @param most events of one visitor in an hour.
 * @param now in milliseconds.
 * @returns a function of the visitor’s address, or of another text that identifies the sender, such as the token of a link.
 */
export function createHourlyLimit(most: number, now: () => number) {
  const counts = createVisitorCounts(most, mostNetworks);
  let hour = 0;
  return (visitor: string | null): boolean => {
    const current = Math.floor(now() / hourMs);
    if (current !== hour) counts.clear();
    hour = current;
    return counts.add(visitor);
  };
}

/** Returns the seconds until the hour ends, at least 1. */
export const secondsOfHour = (now: number): number => Math.ceil((hourMs - (now % hourMs)) / 1000);

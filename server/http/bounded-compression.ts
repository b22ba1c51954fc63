import compression from 'compression';
import type { RequestHandler } from 'express';

/** Compressed responses a second. Each takes some milliseconds of processor time. */
const perSecond = 20;

/**
 * Compresses at most 20 responses a second, and sends the others uncompressed. Without the limit, a visitor who requests
 * thousands of pages delays the other visitors by more than a second.
 * @param now returns the time in milliseconds.
 */
export function boundedCompression(now = Date.now): RequestHandler {
  let second = 0;
  let compressed = 0;
  const hasRoom = (): boolean => {
    const current = Math.floor(now() / 1000);
    if (current !== second) [second, compressed] = [current, 0];
    compressed += 1;
    return compressed <= perSecond;
  };
  return compression({
    filter: (request, response) => compression.filter(request, response) && hasRoom(),
  });
}

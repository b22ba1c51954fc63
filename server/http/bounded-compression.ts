import compression from 'compression';
import type { RequestHandler } from 'express';

/** Compressed responses a second. Each takes some milliseconds of processor time. */
const perSecond = 20;

/**
 * Compresses responses that are made for each request, at most 20 a second. The responses beyond are sent as they are, so
 * that a visitor who asks for thousands of them cannot take the processor from all others.
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

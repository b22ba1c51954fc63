import type { RequestHandler } from 'express';
import { refusal } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from './client-ip.ts';
import { sendRefusal } from './refusal.ts';
import { createVisitorCounts } from './visitor-counts.ts';

/** Requests with a body that one visitor may have under way at the same time. */
export const mostRequestsUnderWay = 32;

/** Seconds after which a visitor with too many requests may try again. */
const retryAfterSeconds = 1;

/**
 * Answers 429 when a visitor has too many requests under way that wait for a body or for the backend. Connections are
 * bounded by visitor too, but not those of a trusted proxy, which may carry one visitor’s requests on all of them.
 */
export function limitVisitorRequests({ clientIp }: { clientIp: ClientIp }): RequestHandler {
  const underWay = createVisitorCounts(mostRequestsUnderWay);
  return (request, response, next) => {
    // The server answers these at once.
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const visitor = clientIp.of(request);
    if (!underWay.add(visitor)) {
      return sendRefusal(response, refusal('rate_limited', retryAfterSeconds));
    }
    response.once('close', () => underWay.remove(visitor));
    next();
  };
}

import type { RequestHandler } from 'express';
import { refusal } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from './client-ip.ts';
import { connectionLimits } from './connections.ts';
import { sendRefusal } from './refusal.ts';
import { createVisitorCounts } from './visitor-counts.ts';

/** Requests with a body that one visitor may have under way at the same time: as many as connections. */
export const mostRequestsUnderWay = connectionLimits.maxPerVisitor;

/** Seconds after which a visitor with too many requests may try again. */
const retryAfterSeconds = 1;

/**
 * Answers 429 when a visitor has too many requests under way that wait for a body or for the backend. The bound on
 * connections does the same for visitors who connect themselves; a trusted proxy may carry one visitor’s requests on all
 * of its connections.
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

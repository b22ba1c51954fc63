import type { Request, RequestHandler, Response } from 'express';
import { refusal } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from './client-ip.ts';
import { connectionLimits } from './connections.ts';
import { sendRefusal } from './refusal.ts';
import { createVisitorCounts } from './visitor-counts.ts';

/** Requests with a body that one visitor may have under way at the same time: as many as connections. */
export const mostRequestsUnderWay = connectionLimits.maxPerVisitor;

/** Seconds after which a visitor with too many requests may try again. */
const retryAfterSeconds = 1;

/** Milliseconds that a refusal is held back, so that a visitor cannot send the next request at once. */
const holdBackMs = 1_000;
/** Refusals that are held back at the same time, for all visitors together. Further refusals are sent at once. */
const mostHeldBack = 1_000;

/**
 * Answers 429, a second later, when a visitor has too many requests under way that wait for a body or for the backend.
 * The bound on connections does the same for visitors who connect themselves; a trusted proxy may carry one visitor’s
 * requests on all of its connections.
 */
export function limitVisitorRequests({ clientIp }: { clientIp: ClientIp }): RequestHandler {
  const underWay = createVisitorCounts(mostRequestsUnderWay);
  let heldBack = 0;
  const refuse = (request: Request, response: Response): void => {
    // With a body that has been read, the connection of the proxy can carry the next request.
    request.resume();
    const send = () => sendRefusal(response, refusal('rate_limited', retryAfterSeconds));
    if (heldBack >= mostHeldBack) {
      setImmediate(send);
      return;
    }
    heldBack += 1;
    const timer = setTimeout(send, holdBackMs);
    response.once('close', () => {
      clearTimeout(timer);
      heldBack -= 1;
    });
  };
  return (request, response, next) => {
    // The server answers these at once.
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const visitor = clientIp.of(request);
    if (!underWay.add(visitor)) return refuse(request, response);
    response.once('close', () => underWay.remove(visitor));
    next();
  };
}

import type { Request, RequestHandler, Response } from 'express';
import { entryPath } from '../../shared/paths.ts';
import { refusal } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from './client-ip.ts';
import { connectionLimits } from './connections.ts';
import { holdBackMs, sendRefusal } from './refusal.ts';
import { createVisitorCounts } from './visitor-counts.ts';

/** Requests of one visitor that may wait for a body or for the backend at the same time: as many as connections. */
export const mostRequestsUnderWay = connectionLimits.maxPerVisitor;

/** Seconds after which a visitor with too many requests may try again. */
const retryAfterSeconds = 1;

/** Refusals that are held back at the same time, for all visitors together. Further refusals are sent at once. */
const mostHeldBack = 1_000;

/** Returns whether the server answers a request without a body and without the backend. */
const isAnsweredAtOnce = ({ method, path }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && path !== entryPath;

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
    if (isAnsweredAtOnce(request)) return next();
    const visitor = clientIp.of(request);
    if (!underWay.add(visitor)) return refuse(request, response);
    response.once('close', () => underWay.remove(visitor));
    next();
  };
}

import type { RequestHandler } from 'express';
import { asSource } from '../../shared/signup/contract.ts';
import { visitorNetworks } from '../../shared/signup/visitor.ts';
import { sendRefusal } from '../http/refusal.ts';
import { fieldsOf, readBody } from '../http/request-body.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { RouteParts } from './signup.ts';

/** Dialogs of one visitor that are counted in an hour, and visitors that are told apart in it. */
const mostPerVisitor = 20;
const mostVisitors = 10_000;
const hourMs = 60 * 60 * 1000;

/** Whether one more of a visitor is counted in this hour. @param now in milliseconds. */
function createVisitorLimit(now: () => number): (visitor: string) => boolean {
  const counts = new Map<string, number>();
  let hour = 0;
  return (visitor) => {
    const current = Math.floor(now() / hourMs);
    if (current !== hour) counts.clear();
    hour = current;
    const count = counts.get(visitor) ?? 0;
    if (count >= mostPerVisitor || (count === 0 && counts.size >= mostVisitors)) return false;
    counts.set(visitor, count + 1);
    return true;
  };
}

/**
 * POST /api/opened, by `navigator.sendBeacon`: a dialog was opened. Whoever objects (`Sec-GPC`), or sends more
 * than a person would, is answered alike and not counted.
 */
export function handleOpened(parts: RouteParts, now = Date.now): RequestHandler {
  const { settings, clientIp, metrics, counter } = parts;
  const isWithinLimit = createVisitorLimit(now);
  return async (request, response) => {
    if (!isSameOrigin(request, settings.SITE_ORIGIN))
      return sendRefusal(response, 'forbidden_origin');
    const body = await readBody(request, response);
    if (typeof body !== 'string') return sendRefusal(response, body);
    const fields = fieldsOf(body);
    if (!fields) return sendRefusal(response, 'invalid_request');
    const source = asSource(fields.source);
    const [visitor] = visitorNetworks(clientIp.of(request) ?? '');
    if (request.get('sec-gpc') !== '1' && isWithinLimit(visitor)) {
      metrics?.opened(source);
      counter.count('dialog_opened', source);
    }
    response.setHeader('Cache-Control', 'no-store');
    response.status(204).end();
  };
}

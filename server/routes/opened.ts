import type { RequestHandler } from 'express';
import { asSource } from '../../shared/signup/contract.ts';
import { sendRefusal } from '../http/refusal.ts';
import { fieldsOf, readBody } from '../http/request-body.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { createVisitorCounts } from '../http/visitor-counts.ts';
import type { ApiDependencies } from './signup.ts';

/** Dialogs of one visitor that are counted in an hour. */
const mostPerVisitor = 20;
/** Networks that are remembered in an hour. */
const mostNetworks = 10_000;
const hourMs = 60 * 60 * 1000;

/** Returns a function that says whether one more dialog of a visitor is counted in this hour. @param now in milliseconds. */
function createHourlyLimit(now: () => number): (visitor: string | null) => boolean {
  const counts = createVisitorCounts(mostPerVisitor, mostNetworks);
  let hour = 0;
  return (visitor) => {
    const current = Math.floor(now() / hourMs);
    if (current !== hour) counts.clear();
    hour = current;
    return counts.add(visitor);
  };
}

/**
 * Handles POST /api/opened, which `navigator.sendBeacon` sends when a dialog was opened. Visitors who object (`Sec-GPC`)
 * or are over the limit get the same response, and are not counted.
 */
export function handleOpened(dependencies: ApiDependencies, now = Date.now): RequestHandler {
  const { settings, clientIp, metrics, counter } = dependencies;
  const isWithinLimit = createHourlyLimit(now);
  return async (request, response) => {
    if (!isSameOrigin(request, settings.SITE_ORIGIN))
      return sendRefusal(response, 'forbidden_origin');
    const body = await readBody(request, response);
    if (typeof body !== 'string') return sendRefusal(response, body);
    const fields = fieldsOf(body);
    if (!fields) return sendRefusal(response, 'invalid_request');
    const source = asSource(fields.source);
    if (request.get('sec-gpc') !== '1' && isWithinLimit(clientIp.of(request))) {
      metrics?.dialogOpened(source);
      counter.count('dialog_opened', source);
    }
    response.setHeader('Cache-Control', 'no-store');
    response.status(204).end();
  };
}

import type { RequestHandler } from 'express';
import type { Settings } from '../../shared/settings/schema.ts';
import { asSource, type Source } from '../../shared/signup/contract.ts';
import { visitorNetworks } from '../../shared/signup/visitor.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { sendRefusal } from '../http/refusal.ts';
import { readBody } from '../http/request-body.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { DailyCounter } from '../signup/daily-counts.ts';

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

/** Where the dialog was opened; undefined where the text does not say. */
function sourceOf(text: string): Source | undefined {
  try {
    return asSource(JSON.parse(text).source);
  } catch {
    return undefined;
  }
}

export interface OpenedParts {
  settings: Pick<Settings, 'SITE_ORIGIN'>;
  clientIp: Pick<ClientIp, 'of'>;
  metrics: Pick<Metrics, 'opened'> | null;
  counter: Pick<DailyCounter, 'count'>;
  now?: () => number;
}

/**
 * POST /api/opened, by `navigator.sendBeacon`: a dialog was opened. Whoever objects (`Sec-GPC`), or sends more
 * than a person would, is answered alike and not counted.
 */
export function handleOpened(parts: OpenedParts): RequestHandler {
  const { settings, clientIp, metrics, counter, now = Date.now } = parts;
  const isWithinLimit = createVisitorLimit(now);
  return async (request, response) => {
    if (!isSameOrigin(request, settings.SITE_ORIGIN))
      return sendRefusal(response, 'forbidden_origin');
    const body = await readBody(request, response);
    if (!body.ok) return sendRefusal(response, body.code);
    const source = sourceOf(body.text);
    if (!source) return sendRefusal(response, 'invalid_request');
    const [visitor] = visitorNetworks(clientIp.of(request) ?? '');
    if (request.get('sec-gpc') !== '1' && isWithinLimit(visitor)) {
      metrics?.opened(source);
      counter.count('dialog_opened', source);
    }
    response.setHeader('Cache-Control', 'no-store');
    response.status(204).end();
  };
}

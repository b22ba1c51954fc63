import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { sendRefusal } from '../http/refusal.ts';
import type { Metrics } from '../observability/metrics.ts';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Takes as long for a near miss as for a wild guess. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** GET /metrics, for the bearer of `METRICS_TOKEN`. */
export const handleMetrics =
  (metrics: Pick<Metrics, 'text' | 'contentType'>, token: string): RequestHandler =>
  async (request, response) => {
    if (!isSame(request.get('authorization') ?? '', `Bearer ${token}`)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return sendRefusal(response, 'unauthorized');
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', metrics.contentType);
    response.send(await metrics.text());
  };

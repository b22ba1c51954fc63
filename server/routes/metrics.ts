import { createHash, timingSafeEqual } from 'node:crypto';
import compression from 'compression';
import express, { type Router } from 'express';
import { refusal } from '../../shared/signup/contract.ts';
import type { Context } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import { sendRefusal } from './refusal.ts';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Takes as long for a near miss as for a wild guess. */
const isSame = (given: string | undefined, expected: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(expected));

/** What the route needs of the context. */
export interface MetricsParts {
  metrics: Pick<Metrics, 'text' | 'contentType'> | null;
  settings: Pick<Context['settings'], 'METRICS_TOKEN'>;
}

/** GET /metrics, for the bearer of `METRICS_TOKEN`; without one there is no such page. */
export function metricsRoute({ metrics, settings }: MetricsParts): Router {
  const router = express.Router();
  const token = settings.METRICS_TOKEN;
  if (!metrics || token === undefined) return router;
  // The one long answer that is made anew each time; pages and assets are compressed before they are asked for.
  router.get('/metrics', compression(), async (request, response) => {
    if (!isSame(request.get('authorization'), `Bearer ${token}`)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return sendRefusal(response, request.path, refusal('unauthorized'));
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', metrics.contentType);
    response.send(await metrics.text());
  });
  return router;
}

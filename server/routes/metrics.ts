import type { RequestHandler } from 'express';
import { carriesToken } from '../http/bearer.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Handles GET /metrics for the bearer of `METRICS_TOKEN`. */
export const handleMetrics =
  (metrics: Pick<Metrics, 'text' | 'contentType'>, token: string): RequestHandler =>
  async (request, response) => {
    if (!carriesToken(request, token)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return sendRefusal(response, 'unauthorized');
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', metrics.contentType);
    response.send(await metrics.text());
  };

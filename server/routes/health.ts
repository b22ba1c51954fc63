import express, { type Router } from 'express';
import type { Context } from '../context.ts';
import { visitorOf } from '../visitor.ts';

/** `/healthz`: the process lives. `/readyz`: it can take sign-ups, or what it waits for. */
export function healthRoutes(context: Context): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const { ready, reason } = await context.readiness();
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({
      ready,
      backend: context.backend.name,
      ...(reason === undefined ? {} : { notReady: reason }),
      // Not a reason to send visitors elsewhere: without it sign-ups fail only while the function does.
      ...(context.outbox === null ? {} : { outbox: await context.outbox.readiness() }),
      // So that an operator sees at once when every visitor is counted as the proxy in front.
      visitor: visitorOf(request),
    });
  });
  return router;
}

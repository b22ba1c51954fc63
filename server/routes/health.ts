import express, { type Router } from 'express';
import type { Context } from '../context.ts';
import type { LateBackend } from '../late-backend.ts';
import type { LateOutbox } from '../late-outbox.ts';
import { visitorOf } from '../visitor.ts';

/** What the two answers are made of. */
export interface HealthParts extends Pick<Context, 'readiness'> {
  backend: Pick<LateBackend, 'name'>;
  outbox: Pick<LateOutbox, 'readiness'> | null;
}

/** `/healthz`: the process lives. `/readyz`: it can take sign-ups, or what it waits for. */
export function healthRoutes({ readiness, backend, outbox }: HealthParts): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const { ready, reason } = await readiness();
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({
      ready,
      backend: backend.name,
      notReady: reason,
      // Not a reason to send visitors elsewhere: without it sign-ups fail only while the function does.
      outbox: await outbox?.readiness(),
      // So that an operator sees at once when every visitor is counted as the proxy in front.
      visitor: visitorOf(request),
    });
  });
  return router;
}

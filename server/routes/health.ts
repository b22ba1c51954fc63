import express, { type Router } from 'express';
import type { Context } from '../context.ts';
import type { Backend, Readiness } from '../signup/service.ts';
import { visitorOf } from '../visitor.ts';

/** What the two answers are made of. */
export interface HealthParts extends Pick<Context, 'readiness'> {
  backend: Pick<Backend, 'name'>;
}

const thisMachine: ReadonlySet<string | null> = new Set(['127.0.0.1', '::1']);

/** A reason may name files, hosts and users: in full it is for who asks from this machine. */
const toldTo = (visitor: string | null, { ready, reason }: Readiness): Readiness =>
  ready
    ? { ready }
    : { ready, reason: thisMachine.has(visitor) && reason ? reason : 'the log says why' };

/** `/healthz`: the process lives. `/readyz`: it can take sign-ups, or what it waits for. */
export function healthRoutes({ readiness, backend }: HealthParts): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const visitor = visitorOf(request);
    const { ready, reason } = toldTo(visitor, await readiness());
    response.setHeader('Cache-Control', 'no-store');
    response.status(ready ? 200 : 503).json({
      ready,
      backend: backend.name,
      notReady: reason,
      // So that an operator sees at once when every visitor is counted as the proxy in front.
      visitor,
    });
  });
  return router;
}

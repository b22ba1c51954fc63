import express, { type Express } from 'express';
import type { Context } from './context.ts';
import { handleErrors } from './middleware/errors.ts';
import { observe } from './middleware/observe.ts';
import { echoRequestId } from './middleware/request-id.ts';
import { setHeaders } from './middleware/security-headers.ts';
import { cspReportsRoute } from './routes/csp-reports.ts';
import { healthRoutes } from './routes/health.ts';
import { metricsRoute } from './routes/metrics.ts';
import { nowhereRoutes } from './routes/nowhere.ts';
import { signupRoute } from './routes/signup.ts';
import { trustProxy } from './visitor.ts';

/** Everything that is not answered from memory. */
export function createApp(context: Context): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy(context.settings.TRUST_PROXY));
  app.use(observe(context), setHeaders(context.securityHeaders), echoRequestId);
  const nowhere = nowhereRoutes(context);
  app.use((request, response, next) => {
    // Express would answer OPTIONS itself, with 200, wherever it knows another method.
    if (request.method === 'OPTIONS') nowhere(request, response, next);
    else next();
  });
  app.use(signupRoute(context), healthRoutes(context), metricsRoute(context));
  app.use(cspReportsRoute(context));
  app.use(nowhere);
  app.use(handleErrors(context));
  return app;
}

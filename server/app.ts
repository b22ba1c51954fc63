import express, { type Express } from 'express';
import type { Context } from './context.ts';
import { handleErrors } from './middleware/errors.ts';
import { echoRequestId } from './middleware/request-id.ts';
import { logRequests } from './middleware/request-log.ts';
import { setHeaders } from './middleware/security-headers.ts';
import { healthRoutes } from './routes/health.ts';
import { nowhereRoutes } from './routes/nowhere.ts';
import { signupRoute } from './routes/signup.ts';
import { trustProxy } from './visitor.ts';

/** Everything that is not answered from memory. */
export function createApp(context: Context): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy(context.settings.TRUST_PROXY));
  app.use(logRequests(context.log), setHeaders(context.securityHeaders), echoRequestId);
  app.use(healthRoutes(context), signupRoute(context), nowhereRoutes(context));
  app.use(handleErrors(context));
  return app;
}

import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Express } from 'express';
import { entryPath } from '../shared/paths.ts';
import { openedPath, signupPath } from '../shared/signup/paths.ts';
import type { Context } from './context.ts';
import { limitConfirmations, limitRequestsUnderWay, rememberRefusals } from './http/limits.ts';
import { handleRedirects } from './http/redirects.ts';
import { handleErrors } from './http/refusal.ts';
import { pathOf, requestIdHeader, routeOf } from './http/request-log.ts';
import { handleEntryPage } from './routes/entry.ts';
import { handleEntryForm } from './routes/entry-form.ts';
import { handleHealth, handleReadiness } from './routes/health.ts';
import { handleMetrics } from './routes/metrics.ts';
import { handleNotFound } from './routes/not-found.ts';
import { handleOpened } from './routes/opened.ts';
import { handleSignup } from './routes/signup.ts';

/** Creates the Express app. It answers every request that {@link createApp} does not answer from memory. */
function createExpress(context: Context): Express {
  const { settings, metrics, site, securityHeaders, backend, renderEntry } = context;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  const headers = new Map(Object.entries(securityHeaders));
  app.use((request, response, next) => {
    response.setHeaders(headers).setHeader(requestIdHeader, request.id);
    next();
  });
  app.use(limitRequestsUnderWay(context));
  const submit = rememberRefusals(backend.submit);
  app.post(signupPath, handleSignup({ ...context, backend: { submit } }));
  app.post(openedPath, handleOpened(context));
  if (backend.entry && renderEntry) {
    const entry = limitConfirmations(backend.entry);
    const parts = { settings, entry, renderEntry, metrics };
    app.get(entryPath, handleEntryPage(parts));
    app.post(entryPath, handleEntryForm(parts));
  }
  // HAProxy’s `option httpchk` sends OPTIONS, to `/` if it names no path.
  app.options(['/', '/healthz'], handleHealth(context));
  app.options('/readyz', handleReadiness(context));
  app.get('/healthz', handleHealth(context));
  app.get('/readyz', handleReadiness(context));
  if (metrics && settings.METRICS_TOKEN) {
    // `compression` is mounted for this response only, because it keeps about 100 MiB of wrappers for small
    // responses at 64 clients (measured with 1.8.2).
    app.get('/metrics', compression(), handleMetrics(metrics, settings.METRICS_TOKEN));
  }
  app.use(handleRedirects);
  app.use(handleNotFound(site, backend.entry !== undefined));
  app.use(handleErrors(context));
  return app;
}

/**
 * Creates the handler of all requests. It answers pages and files from memory, because Express’s routing alone costs
 * four times such a response. It passes every other request on to Express. Every response has an id, a log line and the
 * security headers.
 */
export function createApp(context: Context): RequestListener {
  const { counter, requestLog, site } = context;
  const app = createExpress(context);
  return (request, response) => {
    const { method, url = '/' } = request;
    const path = pathOf(url);
    const found = method === 'GET' || method === 'HEAD' ? site.responses.get(path) : undefined;
    if (found) requestLog.begin(request, response, found.route, path);
    else requestLog.begin(request, response, routeOf(path));
    if (!found) return app(request, response);
    if (method === 'GET' && found.isPage) counter.count('page_read', path);
    found.send(request, response);
  };
}

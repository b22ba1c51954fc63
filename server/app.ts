import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Express } from 'express';
import { pages } from '../shared/pages.ts';
import { redirects } from '../shared/paths.ts';
import { openedPath, signupPath } from '../shared/signup/contract.ts';
import type { Context } from './context.ts';
import { handleErrors } from './http/refusal.ts';
import { pathOf, requestIdHeader, routeOf } from './http/request-log.ts';
import { handleHealth, handleReadiness } from './routes/health.ts';
import { handleMetrics } from './routes/metrics.ts';
import { handleNotFound, handleRedirect } from './routes/not-found.ts';
import { handleOpened } from './routes/opened.ts';
import { handleSignup } from './routes/signup.ts';

const pagePaths: ReadonlySet<string | null> = new Set(pages.map((page) => page.path));

/** Everything that is not answered from memory, and at which address. */
function createExpress(context: Context): Express {
  const { settings, metrics, site, securityHeaders } = context;
  const { backend, clientIp, readiness, revision, version } = context;
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
  app.post(signupPath, handleSignup(context));
  app.post(openedPath, handleOpened(context));
  app.get('/healthz', handleHealth(version));
  const told = { backend: backend.name, version, revision };
  app.get('/readyz', handleReadiness(readiness.check, clientIp, told));
  // Behind the answers that are too small to be compressed: what it wraps around each of them stays in memory until a
  // full collection, some 100 MiB at 64 clients (measured with compression 1.8.2).
  app.use(compression());
  if (metrics && settings.METRICS_TOKEN) {
    app.get('/metrics', handleMetrics(metrics, settings.METRICS_TOKEN));
  }
  for (const [from, to] of Object.entries(redirects)) app.get(from, handleRedirect(to));
  app.use(handleNotFound(site));
  app.use(handleErrors(context));
  return app;
}

/**
 * Answers from memory what is there, and the rest by Express: its routing costs four times a page from memory.
 * Both get one request id, one line in the log and the same headers.
 */
export function createApp(context: Context): RequestListener {
  const { counter, requestLog, site } = context;
  const app = createExpress(context);
  return (request, response) => {
    const { method, url = '/' } = request;
    const path = pathOf(url);
    const found = method === 'GET' || method === 'HEAD' ? site.responses.get(path) : undefined;
    requestLog.begin(request, response, found?.route ?? routeOf(path), path);
    if (!found) return app(request, response);
    if (method === 'GET' && pagePaths.has(path)) counter.count('page_read', path);
    found.send(request, response);
  };
}

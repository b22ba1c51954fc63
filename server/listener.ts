import { createServer, type RequestListener, type Server } from 'node:http';
import type { Context } from './context.ts';
import { requestId } from './middleware/request-id.ts';
import { pathOf } from './middleware/request-log.ts';
import { answer } from './pages/answer.ts';

/** Milliseconds, and connections. A slow client costs a socket, never the others’ turn. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 4_000,
} as const;

/** Answers what is in the table, and leaves the rest to Express, which may still be loading. */
function createListener(
  context: Context,
  loadApp: () => Promise<RequestListener>,
): RequestListener {
  const { log, table } = context;
  let app: RequestListener | undefined;
  let loading: Promise<RequestListener> | undefined;
  const load = async (): Promise<RequestListener> => {
    loading ??= loadApp();
    app = await loading;
    return app;
  };
  return (request, response) => {
    const { method, url = '/' } = request;
    const path = pathOf(url);
    const resource = method === 'GET' || method === 'HEAD' ? table.resources.get(path) : undefined;
    if (resource) {
      const id = requestId(request);
      const status = answer(request, response, resource.entity(), id);
      log.info({ id, method, path, status });
      return;
    }
    if (app) return app(request, response);
    load().then(
      (loaded) => loaded(request, response),
      (error: unknown) => {
        log.fatal({ err: error }, 'the app could not be loaded');
        response.destroy();
      },
    );
  };
}

/** The server, not yet listening. `loadApp` is called when something first needs it. */
export function createHttpServer(
  context: Context,
  loadApp: () => Promise<RequestListener>,
): Server {
  const { maxConnections, ...options } = limits;
  const server = createServer(options, createListener(context, loadApp));
  server.maxConnections = maxConnections;
  return server;
}

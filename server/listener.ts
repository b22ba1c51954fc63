import { createServer, type RequestListener, type Server } from 'node:http';
import type { Context } from './context.ts';
import { pathOf } from './middleware/observe.ts';
import { answerUnreadable } from './middleware/raw-answers.ts';
import { requestId } from './middleware/request-id.ts';
import { answer } from './pages/answer.ts';

/** Milliseconds, bytes and connections. A slow client costs a socket, never the others’ turn. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const;
const maxConnections = 4_000;

/** How long a connection may be silent in the middle of an answer, beyond what the function may take. */
const silenceMs = 15_000;

/** A proxy may ask for `http://host/path`; everybody else for `/path`. */
const originForm = (url: string): string => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Answers from the table; false where it holds nothing for the request. */
function createTableListener({ log, metrics, table }: Context) {
  return (...[request, response]: Parameters<RequestListener>): boolean => {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = pathOf(url);
    const resource = table.resources.get(path);
    if (!resource) return false;
    const start = metrics ? performance.now() : 0;
    const id = requestId(request);
    const status = answer(request, response, resource.entity(), id);
    log.info({ id, method, path, status });
    metrics?.request(resource.route, method, status, (performance.now() - start) / 1000);
    return true;
  };
}

/** Calls Express once it is loaded; the first requests wait for it. */
function createAppListener(
  { log }: Context,
  loadApp: () => Promise<RequestListener>,
): RequestListener {
  let app: RequestListener | undefined;
  return (request, response) => {
    if (app) return app(request, response);
    loadApp().then(
      (loaded) => {
        app = loaded;
        loaded(request, response);
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'the app could not be loaded');
        response.destroy();
      },
    );
  };
}

/** The server, not yet listening: the table first, then Express. */
export function createHttpServer(
  context: Context,
  loadApp: () => Promise<RequestListener>,
): Server {
  const fromTable = createTableListener(context);
  const fromApp = createAppListener(context, loadApp);
  const server = createServer(limits, (request, response) => {
    if (request.url?.[0] !== '/') request.url = originForm(request.url ?? '/');
    if (!fromTable(request, response)) fromApp(request, response);
  });
  server.maxConnections = maxConnections;
  server.timeout = context.settings.UPSTREAM_TIMEOUT_MS + silenceMs;
  answerUnreadable(server, context.securityHeaders);
  return server;
}

import { createServer, type RequestListener, type Server } from 'node:http';
import { limitConnections } from './connections.ts';
import type { Context } from './context.ts';
import type { Line } from './log.ts';
import { pathOf } from './middleware/observe.ts';
import {
  answerFault,
  answerUnreadable,
  isHostless,
  refuseHostless,
} from './middleware/raw-answers.ts';
import { takeRequestId } from './middleware/request-id.ts';
import { answer } from './pages/answer.ts';
import { trustProxy } from './visitor.ts';

/** Milliseconds, bytes and connections. A slow client costs a socket, never the others’ turn. */
export interface Limits {
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  maxHeaderSize: number;
  /** How long a connection may be silent in the middle of an answer, beyond what the function may take. */
  silence: number;
  maxConnections: number;
  /** Of one visitor, where no proxy stands between. */
  maxConnectionsEach: number;
}

export const defaultLimits: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  silence: 15_000,
  maxConnections: 4_000,
  maxConnectionsEach: 1_000,
};

/** A proxy may ask for `http://host/path`; everybody else for `/path`. */
const originForm = (url: string): string => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/**
 * What Express would take apart by Node’s old parser, which warns of itself: a fragment, which no client
 * should send, and what is no path at all.
 */
const asPath = (url: string): string => (url[0] === '/' ? url : `/${url}`).replaceAll('#', '%23');

/** Logs a request for what the table holds: so few kinds that each has its line prepared. */
function createRequestLog(lines: Context['lines']) {
  const known = new Map<string, Map<number, Line>>();
  return (id: string, method: string, path: string, status: number): void => {
    let ofPath = known.get(path);
    if (!ofPath) {
      ofPath = new Map();
      known.set(path, ofPath);
    }
    // Joined to a key, the three would cost a string each time.
    const kind = method === 'GET' ? status : -status;
    let line = ofPath.get(kind);
    if (!line) {
      line = lines({ method, path, status });
      ofPath.set(kind, line);
    }
    line({ id });
  };
}

/** Answers from the table; false where it holds nothing for the request. */
function createTableListener({ lines, metrics, table }: Context) {
  const logRequest = createRequestLog(lines);
  return (...[request, response]: Parameters<RequestListener>): boolean => {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const path = pathOf(url);
    const resource = table.resources.get(path);
    if (!resource) return false;
    const start = metrics ? performance.now() : 0;
    const id = takeRequestId(request);
    const status = answer(request, response, resource.entity(), id);
    logRequest(id, method, path, status);
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
    const { url = '/' } = request;
    if (url[0] !== '/' || url.includes('#')) request.url = asPath(url);
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
  limits: Limits = defaultLimits,
): Server {
  const { log, metrics, settings, securityHeaders } = context;
  const fromTable = createTableListener(context);
  const fromApp = createAppListener(context, loadApp);
  // Node would answer a request without a host itself, and bare.
  const options = { ...limits, requireHostHeader: false };
  const server = createServer(options, (request, response) => {
    if (isHostless(request)) return refuseHostless(response, securityHeaders);
    if (request.url?.[0] !== '/') request.url = originForm(request.url ?? '/');
    try {
      if (!fromTable(request, response)) fromApp(request, response);
    } catch (error) {
      // A file of the build that went away before it was read; uncaught, it would end the process.
      log.error({ err: error }, 'request failed');
      metrics?.error('request');
      answerFault(response, securityHeaders);
    }
  });
  server.maxConnections = limits.maxConnections;
  // Behind a proxy all connections are the proxy’s.
  if (!trustProxy(settings.TRUST_PROXY)) limitConnections(server, limits.maxConnectionsEach);
  server.timeout = settings.UPSTREAM_TIMEOUT_MS + limits.silence;
  answerUnreadable(server, securityHeaders);
  return server;
}

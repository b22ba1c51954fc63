import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';
import { endLog } from './observability/log.ts';
import { keepTrying } from './signup/keep-trying.ts';

/** Milliseconds of the waits at the start and at the end. */
const defaultWaits = {
  /** For the backend to open, before the server listens. */
  openingMs: 5_000,
  /** For requests in flight to end when the server stops. */
  drainMs: 10_000,
  /** For the backend to close. */
  closingMs: 10_000,
};

/**
 * Opens the backend, and retries until it succeeds or the server stops. Logs each new reason for a failure. Never
 * rejects.
 */
export async function openBackend({
  backend,
  stopping,
  log,
}: Pick<Context, 'backend' | 'stopping' | 'log'>): Promise<void> {
  let lastReason = '';
  await keepTrying(backend.open, {
    minTimeout: 500,
    maxTimeout: 15_000,
    signal: stopping,
    onFailedAttempt({ error }) {
      if (error.message !== lastReason) {
        log.warn({ err: error }, 'the backend cannot be opened yet');
      }
      lastReason = error.message;
    },
  }).catch(() => {});
}

/**
 * Resolves once the backend is open, at the latest after `openingMs`, because pages need no database. Resolves at once
 * when the server stops.
 */
export async function openOrTimeout(
  opening: Promise<void>,
  { stopping }: Pick<Context, 'stopping'>,
  { openingMs } = defaultWaits,
): Promise<void> {
  const timeout = setTimeout(openingMs, undefined, { ref: false, signal: stopping });
  await Promise.race([opening, timeout.catch(() => {})]);
}

const listenRemedies: Record<string, string> = {
  EADDRINUSE: 'Another process has this port: end it, or set PORT to another one.',
  EACCES: 'Only root may listen on a port below 1024: set PORT to a higher one.',
  EADDRNOTAVAIL: 'This machine has no such address: set HOST to one of its addresses.',
};

/**
 * Connections that wait to be accepted. With Node’s 511, the kernel drops connections of others when one client opens
 * some thousand in a second. The others try again a second later. The kernel’s own bound is `net.core.somaxconn`,
 * 4,096.
 */
const backlog = 4_096;

/** Resolves with the address once the server listens. Rejects with a remedy if the server cannot listen. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen({ port, host, backlog });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${error.message}. ${listenRemedies[error.code ?? ''] ?? ''}`);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

const closeConnection: RequestListener = (_request, response) => {
  response.shouldKeepAlive = false;
};

/** Milliseconds in which Node closes the last connections, and the request log writes the lines of their requests. */
const lastLinesMs = 50;

/** Accepts no more connections, and waits `drainMs` for requests in flight to end. */
async function closeServer(server: Server, drainMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Otherwise a connection with keep-alive would hold the server open after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, setTimeout(drainMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
  await setTimeout(lastLinesMs);
}

type Stoppable = Pick<Context, 'beginStop' | 'close' | 'log'> & {
  settings: Pick<Context['settings'], 'SHUTDOWN_DELAY_MS'>;
};

/** Closes the backend. Gives up after `closingMs`. */
async function closeContext(context: Stoppable, closingMs: number): Promise<void> {
  const timeout = setTimeout(closingMs, false, { ref: false });
  const isClosed = await Promise.race([context.close().then(() => true), timeout]);
  if (!isClosed) context.log.error('the backend did not close');
}

/**
 * Makes proxies send traffic elsewhere, then stops. For `SHUTDOWN_DELAY_MS` the server still answers, and each response
 * closes its connection: a proxy learns of the stop from a response, not from a reset. A server that does not listen
 * yet stops at once, and never listens.
 */
export async function shutDown(
  server: Server,
  context: Stoppable,
  { drainMs, closingMs } = defaultWaits,
): Promise<void> {
  const { log, settings } = context;
  log.info('stopping');
  context.beginStop();
  if (server.listening) {
    for (const event of ['request', 'checkContinue']) {
      server.prependListener(event, closeConnection);
    }
    await setTimeout(settings.SHUTDOWN_DELAY_MS);
    // Connections that wait to be accepted are accepted in this turn. Closing the port would reset them.
    await setImmediate();
  }
  await closeServer(server, drainMs);
  await closeContext(context, closingMs);
  log.info('stopped');
}

/** The process, which receives signals and ends. Tests pass a stand-in, whose `exit` returns. */
export interface Host {
  on(event: string, listener: (error: Error) => void): unknown;
  exit(code: number): void;
  /** False once the terminal that started the process has closed its channel. */
  connected?: boolean;
}

/**
 * Stops the process in order with exit code 0 on SIGTERM, on SIGINT, and when the terminal that started it closes its
 * channel. Stops it with 1 after an uncaught error. A second signal ends the process at once. The closed channel is no
 * second signal, because Ctrl-C reaches both processes.
 */
export function stopOnSignals(
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
  shutDownAll: () => Promise<void>,
  host: Host = process,
): void {
  let isStopping = false;
  let isSignalled = false;
  const stop = async (code: number): Promise<void> => {
    isStopping = true;
    await shutDownAll();
    await endLog(log);
    host.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) {
    host.on(signal, () => {
      if (isSignalled) return host.exit(1);
      isSignalled = true;
      if (!isStopping) void stop(0);
    });
  }
  const onDisconnect = (): void => {
    if (!isStopping) void stop(0);
  };
  host.on('disconnect', onDisconnect);
  // The channel may have closed while the process started.
  if (host.connected === false) onDisconnect();
  host.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    metrics?.error('uncaught');
    if (isStopping) host.exit(1);
    else void stop(1);
  });
}

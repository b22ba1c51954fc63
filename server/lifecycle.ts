import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';
import { keepTrying } from './retry/keep-trying.ts';

/** Milliseconds that the port waits for the backend; that requests in flight may take to end; and the backend. */
const openingMs = 5_000;
const drainMs = 10_000;
const closingMs = 10_000;

/** Opens the backend, trying again for as long as it takes. Never rejects: what keeps it from opening is logged. */
export async function openBackend({ backend, closing, log }: Context): Promise<void> {
  let told = '';
  await keepTrying(backend.open, {
    minTimeout: 500,
    maxTimeout: 15_000,
    signal: closing,
    onFailedAttempt({ error }) {
      if (error.message !== told) log.warn({ err: error }, 'the backend cannot be opened yet');
      told = error.message;
    },
  }).catch(() => {});
}

/** Resolves once the backend is open, and after a while in any case, because pages need no database. */
export const openOrLate = (opened: Promise<void>): Promise<void> =>
  Promise.race([opened, setTimeout(openingMs, undefined, { ref: false })]);

const listenRemedies: Record<string, string> = {
  EADDRINUSE: 'Another process has this port: end it, or set PORT to another one.',
  EACCES: 'Only root may take a port below 1024: set PORT to a higher one.',
  EADDRNOTAVAIL: 'This machine has no such address: set HOST to one that it has.',
};

/** Resolves with the address once the server listens; rejects where it cannot, with what to do. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${error.message}. ${listenRemedies[error.code ?? ''] ?? ''}`);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

const closeConnection: RequestListener = (_request, response) => {
  response.shouldKeepAlive = false;
};

/** Takes no more connections, and lets requests in flight end. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that was kept alive would hold the server open after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, setTimeout(drainMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
  // What was cut off is closed in the next turn of the event loop, and logged in the one after.
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

/**
 * Sends traffic elsewhere, then stops. For `SHUTDOWN_DELAY_MS` everything is still answered, and each answer
 * ends its connection, so that a proxy in front finds out from an answer and not from a reset.
 */
export async function shutDown(server: Server, context: Context): Promise<void> {
  const { log, readiness, settings } = context;
  log.info('stopping');
  readiness.drain();
  for (const event of ['request', 'checkContinue']) server.prependListener(event, closeConnection);
  await setTimeout(settings.SHUTDOWN_DELAY_MS);
  // Right after the connections that wait to be accepted: closing the port would reset them.
  await setImmediate();
  await closeServer(server);
  const late = setTimeout(closingMs, 'late', { ref: false });
  if ((await Promise.race([context.close(), late])) === 'late')
    log.error('the backend did not close');
  log.info('stopped');
}

/**
 * Ends the process in order on SIGTERM and SIGINT, and with 1 after a fault that nobody caught.
 * A second signal does not wait.
 */
export function stopOnSignals({ log, metrics }: Context, shutDownAll: () => Promise<void>): void {
  let isStopping = false;
  const stop = async (code: number): Promise<never> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    await shutDownAll();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    metrics?.error('uncaught');
    void stop(1);
  });
}

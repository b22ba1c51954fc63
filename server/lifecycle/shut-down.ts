import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Settings } from '../../shared/settings/schema.ts';
import type { RequestLog } from '../http/request-log.ts';
import type { Logger } from '../observability/log.ts';

/** Milliseconds of the waits when the server stops. */
const defaultWaits = {
  /** For requests in flight to end. */
  drainMs: 10_000,
  /** For the backend to close. */
  closingMs: 10_000,
};

const closeConnection: RequestListener = (_request, response) => {
  response.shouldKeepAlive = false;
};

/** Accepts no more connections, and waits `drainMs` for requests in flight to end. */
async function closeServer(server: Server, drainMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Otherwise a connection with keep-alive would hold the server open after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, setTimeout(drainMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
  // Node closes the connections at the end of a turn of the event loop, and their responses with them. The first wait may
  // end within this turn.
  await setImmediate();
  await setImmediate();
}

/** The parts of the context that stop. */
interface Stoppable {
  log: Pick<Logger, 'info' | 'error'>;
  settings: Pick<Settings, 'SHUTDOWN_DELAY_MS'>;
  requestLog: Pick<RequestLog, 'writeLines'>;
  beginStop(): void;
  close(): Promise<void>;
}

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
  const { log, settings, requestLog } = context;
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
  requestLog.writeLines();
  await closeContext(context, closingMs);
  log.info('stopped');
}

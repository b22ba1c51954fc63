import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from './context.ts';

/** How long requests in flight, and then the database, may take to end, in milliseconds. */
export const drainMs = 10_000;
const closeMs = 10_000;

/** Resolves with the address once the server listens; rejects where it cannot. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}

const within = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ms, false).unref());
  return Promise.race([work.then(() => true), late]);
};

/** Takes no more connections, lets requests in flight end, and closes what the context holds. */
export async function shutDown(server: Server, context: Context): Promise<void> {
  context.drain();
  const closed = once(server, 'close');
  server.close();
  // A connection that is kept alive would hold the server open after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  if (!(await within(closed, drainMs))) server.closeAllConnections();
  clearInterval(sweep);
  if (!(await within(context.close(), closeMs))) context.log.error('the database did not close');
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

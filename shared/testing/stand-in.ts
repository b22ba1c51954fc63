import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end.ts';

/** Starts a server on a free port in place of another service. The server ends after the tests. */
export async function createStandIn(behaviour: RequestListener) {
  let current = behaviour;
  const server = createServer((request, response) => current(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  /** Sets how the server answers from now on. */
  const become = (next: RequestListener): void => {
    current = next;
  };
  return { url: `http://127.0.0.1:${port}`, become };
}

/** Returns a handler that answers with JSON. */
export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** Resets the connection without a response. */
export const resetting: RequestListener = (request) => void request.socket.resetAndDestroy();

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './at-end.ts';

/** Somebody else’s server on a free port, until the tests are over. */
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
  /** From now on it answers like this. */
  const become = (next: RequestListener): void => {
    current = next;
  };
  return { url: `http://127.0.0.1:${port}`, become };
}

/** An answer in JSON. */
export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** Ends the connection rudely. */
export const resetting: RequestListener = (request) => void request.socket.resetAndDestroy();

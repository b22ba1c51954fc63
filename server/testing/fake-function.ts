import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LateBackend } from '../late-backend.ts';

/** A Supabase project of one function, over HTTP on a free port. */
export async function createFakeFunction(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const backend: LateBackend = {
    name: 'supabase',
    load: async () => ({
      function: { url: `http://127.0.0.1:${port}`, key: 'sb_publishable_test' },
      proxySecret: 'only-for-tests-0000',
    }),
    open: async () => {},
    readiness: async () => ({ ready: true }),
    close: async () => {},
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { backend, close };
}

/** An answer of the function, as JSON. */
export const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

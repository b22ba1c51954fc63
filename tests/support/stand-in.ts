import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody else’s server, which does what it is told, or is not there. */
export interface StandIn {
  url: string;
  /** From now on it answers like this; null: nobody listens any more. */
  become(behaviour: RequestListener | null): Promise<void>;
}

/** Starts one on a free port, which stays its own when it goes and comes back. */
export async function createStandIn(behaviour: RequestListener): Promise<StandIn> {
  let current = behaviour;
  const server = createServer((request, response) => current(request, response));
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    async become(next) {
      if (next) {
        current = next;
        if (!server.listening) await listen(port);
        return;
      }
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Ends the connection rudely. */
export const resetting: RequestListener = (request) => void request.socket.resetAndDestroy();

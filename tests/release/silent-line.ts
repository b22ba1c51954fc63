import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a port on which connections can fall silent without ending, as when a cable is pulled. */
export interface SilentLine {
  port: number;
  /** What is open now says and hears nothing any more, ever; what is opened later is as it should be. */
  fallSilent(): void;
  close(): Promise<void>;
}

export async function createSilentLine(to: number): Promise<SilentLine> {
  const open = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    const pair = [near, far] as const;
    open.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        open.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      for (const [near, far] of open) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const pair of open) for (const socket of pair) socket.destroy();
      await closed;
    },
  };
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { visitorNetworks } from '../shared/signup/visitor-hash.ts';

/**
 * Hangs up on a visitor who holds so many connections already, so that no one can take them all.
 * Counted as sign-ups are: an IPv4 address, or the /64 of an IPv6 one.
 */
export function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const [visitor] = visitorNetworks(socket.remoteAddress ?? '');
    const count = (open.get(visitor) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(visitor, count);
    socket.once('close', () => {
      const left = (open.get(visitor) ?? 1) - 1;
      if (left > 0) open.set(visitor, left);
      else open.delete(visitor);
    });
  });
}

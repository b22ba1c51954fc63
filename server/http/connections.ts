import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { visitorNetworks } from '../../shared/signup/visitor-hash.ts';

export interface ConnectionLimits {
  maxConnections: number;
  /** Of one visitor: an IPv4 address, or the /64 of an IPv6 one. Proxies of ours are not counted. */
  maxPerVisitor: number;
  /** Requests on one connection that wait for their answers. */
  maxPipelined: number;
}

/** How long a visitor that pipelined too much gets no connection, in milliseconds, and how many are remembered. */
const refusedMs = 10_000;
const mostRefused = 10_000;

interface Connection {
  visitor: string | null;
  /** Requests that are not answered yet. */
  pending: number;
  latest?: IncomingMessage;
}

/** Whether we wait for the other end, and not it for us. */
const isIdle = ({ pending, latest }: Connection): boolean =>
  pending === 0 || latest?.complete === false;

/**
 * Bounds how many connections there are, in all and of one visitor: past it the oldest idle one makes room
 * for the next. Bounds also what a client may ask for without reading an answer.
 * @returns takes note of a request; false where its connection was ended.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPerVisitor, maxPipelined }: ConnectionLimits,
  isTrusted: (address: string | undefined) => boolean,
) {
  // Both in the order in which they came.
  const open = new Map<Socket, Connection>();
  const byVisitor = new Map<string, Map<Socket, Connection>>();
  /** Visitor → until when it gets no connection, as it sent more than it read. */
  const refused = new Map<string, number>();

  const add = (socket: Socket, connection: Connection): void => {
    open.set(socket, connection);
    if (connection.visitor === null) return;
    const others = byVisitor.get(connection.visitor);
    if (others) others.set(socket, connection);
    else byVisitor.set(connection.visitor, new Map([[socket, connection]]));
  };
  const remove = (socket: Socket): void => {
    const visitor = open.get(socket)?.visitor ?? '';
    open.delete(socket);
    const others = byVisitor.get(visitor);
    others?.delete(socket);
    if (others?.size === 0) byVisitor.delete(visitor);
  };
  const hasRoom = (connections: ReadonlyMap<Socket, Connection>, most: number): boolean => {
    if (connections.size < most) return true;
    for (const [socket, connection] of connections) {
      if (!isIdle(connection)) continue;
      remove(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    const visitor = isTrusted(address) ? null : visitorNetworks(address ?? '')[0];
    const own = byVisitor.get(visitor ?? '') ?? new Map();
    if ((refused.get(visitor ?? '') ?? 0) > performance.now()) {
      socket.destroy();
      return;
    }
    if (!hasRoom(own, maxPerVisitor) || !hasRoom(open, maxConnections)) {
      socket.destroy();
      return;
    }
    add(socket, { visitor, pending: 0 });
    socket.once('close', () => remove(socket));
  });

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request;
    const connection = open.get(socket);
    // What came behind a request after whose answer the connection closes is not answered.
    if (!connection || !socket.writable) return false;
    connection.pending += 1;
    connection.latest = request;
    response.once('close', () => {
      connection.pending -= 1;
    });
    if (connection.pending <= maxPipelined) return true;
    // Node has read all that came in one piece by now: what such a client sends next costs least unread.
    if (refused.size >= mostRefused) refused.clear();
    if (connection.visitor !== null) refused.set(connection.visitor, performance.now() + refusedMs);
    socket.destroy();
    return false;
  };
}

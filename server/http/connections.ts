import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { visitorNetworks } from '../../shared/signup/visitor-hash.ts';

interface Limits {
  maxConnections: number;
  /** Of one visitor: an IPv4 address, or the /64 of an IPv6 one. Proxies of ours are not counted. */
  maxPerVisitor: number;
  /** Requests on one connection that wait for the answer to an earlier one. */
  maxPipelined: number;
}

interface Connection {
  visitor: string | null;
  /** Requests that wait for the answer to an earlier one. */
  queued: number;
  /** The answer that is under way. */
  latest?: ServerResponse | undefined;
}

/**
 * Node hands over every request in what it has read, thousands at once, and has no way to be stopped; but what
 * this function of its parser returns below 0 is an error to it. Undocumented; listener.test.ts finds out when
 * it no longer holds.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
}

/** Whether we wait for the other end, and not it for us. */
const isIdle = ({ latest }: Connection): boolean =>
  latest === undefined || latest.writableEnded || !latest.req.complete;

/**
 * Bounds how many connections there are, in all and of one visitor: past it the oldest idle one makes room
 * for the next. Bounds also what a client may ask for without reading an answer.
 * @returns takes note of a request; false where its connection was ended.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPerVisitor, maxPipelined }: Limits,
  isTrusted: (address: string | undefined) => boolean,
) {
  // Both in the order in which they came.
  const open = new Map<Socket, Connection>();
  const byVisitor = new Map<string, Map<Socket, Connection>>();

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
    if (!hasRoom(own, maxPerVisitor) || !hasRoom(open, maxConnections)) {
      socket.destroy();
      return;
    }
    add(socket, { visitor, queued: 0 });
    socket.once('close', () => remove(socket));
  });

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request;
    const connection = open.get(socket);
    // What came behind a request after whose answer the connection closes is not answered.
    if (!connection || !socket.writable) {
      stopParsing(socket);
      return false;
    }
    connection.latest = response;
    // Not kept while the connection is idle, where it would outlive a collection. A page is sent at once, and a
    // listener more would cost a twentieth of it.
    if (request.method !== 'GET') {
      response.once('close', () => {
        if (connection.latest === response) connection.latest = undefined;
      });
    }
    // Only behind another answer does one not have the socket yet.
    if (response.socket) return true;
    connection.queued += 1;
    response.once('close', () => {
      connection.queued -= 1;
    });
    if (connection.queued <= maxPipelined) return true;
    stopParsing(socket);
    socket.destroy();
    return false;
  };
}

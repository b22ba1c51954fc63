import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { visitorNetworks } from '../../shared/signup/visitor.ts';
import type { ClientIp } from './client-ip.ts';

export const connectionLimits = {
  maxConnections: 4_000,
  /** Of one visitor: an IPv4 address, or the /64 of an IPv6 one. Proxies of ours are not counted. */
  maxPerVisitor: 200,
  /** Requests on one connection that wait for the answer to an earlier one. */
  maxPipelined: 16,
};

interface Connection {
  socket: Socket;
  /** Answers that are not sent yet, but for those that are sent at once. */
  awaited: Set<ServerResponse>;
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
const isIdle = ({ socket, awaited }: Connection): boolean =>
  !socket.destroyed &&
  [...awaited].every(({ writableEnded, req }) => writableEnded || !req.complete);

/**
 * Bounds how many connections there are, in all and of one visitor: past it the oldest idle one makes room
 * for the next. Bounds also what a client may ask for without reading an answer.
 * @returns hands on the requests of connections that stand.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPerVisitor, maxPipelined }: typeof connectionLimits,
  { isTrusted }: Pick<ClientIp, 'isTrusted'>,
  handle: RequestListener,
): RequestListener {
  /** In the order in which they came: of all, and of each visitor. */
  const open = new Map<Socket, Connection>();
  const openOf = new Map<string, Map<Socket, Connection>>();

  const hasRoom = (connections: Map<Socket, Connection>, most: number): boolean => {
    if (connections.size < most) return true;
    for (const connection of connections.values()) {
      if (!isIdle(connection)) continue;
      connection.socket.destroy();
      return true;
    }
    return false;
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    const visitor = isTrusted(address) ? null : visitorNetworks(address ?? '')[0];
    const own = (visitor !== null && openOf.get(visitor)) || new Map<Socket, Connection>();
    if (!hasRoom(own, maxPerVisitor) || !hasRoom(open, maxConnections)) {
      socket.destroy();
      return;
    }
    const connection = { socket, awaited: new Set<ServerResponse>() };
    open.set(socket, connection);
    own.set(socket, connection);
    if (visitor !== null) openOf.set(visitor, own);
    socket.once('close', () => {
      open.delete(socket);
      own.delete(socket);
      if (visitor !== null && own.size === 0) openOf.delete(visitor);
    });
  });

  return (request, response) => {
    const { socket } = request;
    const awaited = open.get(socket)?.awaited;
    // What came behind a request after whose answer the connection closes is not answered.
    if (!awaited || !socket.writable) return stopParsing(socket);
    if (awaited.size > maxPipelined) {
      stopParsing(socket);
      socket.destroy();
      return;
    }
    // Only behind another answer does one not have the socket yet.
    const isQueued = !response.socket;
    handle(request, response);
    if (response.writableEnded && !isQueued) return;
    awaited.add(response);
    response.once('close', () => awaited.delete(response));
  };
}

/** Milliseconds in which the other end may read its answer, and bytes that it may send meanwhile. */
const lingerMs = 500;
const mostDiscarded = 64 * 1024;

/**
 * Says the last word, and closes a little later. Closed at once, what is still coming would reset the
 * connection, and the answer could be lost (RFC 9112, 9.6).
 */
export function closeGently(this: Socket, lastWord = ''): void {
  let discarded = 0;
  this.on('data', (bytes) => {
    discarded += bytes.length;
    if (discarded > mostDiscarded) this.pause();
  });
  this.end(lastWord);
  setTimeout(() => this.destroy(), lingerMs).unref();
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Has the connection closed after an answer that came before the body was read: Node would read what is left
 * for as long as it is sent.
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (!announcesBody(request)) return;
  const { socket } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('end', () => {
    response.shouldKeepAlive = shouldKeepAlive;
  });
  // What Node calls after an answer that says `Connection: close`. One function for all: a closure of each request on
  // a socket that lives long would keep that request in memory until a full collection (measured: 120 MiB more).
  socket.destroySoon = closeGently;
}

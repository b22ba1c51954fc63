import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { visitorNetworks } from '../../shared/signup/visitor.ts';
import type { ClientIp } from './client-ip.ts';

export const connectionLimits = {
  maxConnections: 4_000,
  /** Of one visitor: an IPv4 address, or the /64 of an IPv6 one. Proxies of ours are not counted. */
  maxPerVisitor: 500,
  /** Requests on one connection that wait for the answer to an earlier one. */
  maxPipelined: 16,
};

/**
 * Node hands over every request in what it has read, thousands at once, and has no way to be stopped; but what
 * this function of its parser returns below 0 is an error to it. Undocumented; listener.test.ts finds out when
 * it no longer holds.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
}

/**
 * Bounds how many connections there are, in all and of one visitor; the next is refused. Bounds also what a client may
 * ask for without reading an answer.
 * @returns hands on the requests of connections that stand.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxPerVisitor, maxPipelined }: typeof connectionLimits,
  { isTrusted }: Pick<ClientIp, 'isTrusted'>,
  handle: RequestListener,
): RequestListener {
  const open = new Map<string, number>();
  /** Answers that are not sent yet, but for those that are sent at once. */
  const awaited = new WeakMap<Socket, Set<ServerResponse>>();

  server.maxConnections = maxConnections;
  server.on('connection', (socket: Socket) => {
    awaited.set(socket, new Set());
    const address = socket.remoteAddress;
    if (isTrusted(address)) return;
    const [visitor] = visitorNetworks(address ?? '');
    const count = (open.get(visitor) ?? 0) + 1;
    open.set(visitor, count);
    socket.once('close', () => {
      const left = (open.get(visitor) ?? 1) - 1;
      if (left > 0) open.set(visitor, left);
      else open.delete(visitor);
    });
    if (count > maxPerVisitor) socket.destroy();
  });

  return (request, response) => {
    const { socket } = request;
    const waiting = awaited.get(socket);
    // What came behind a request after whose answer the connection closes is not answered.
    if (!waiting || !socket.writable) return stopParsing(socket);
    if (waiting.size > maxPipelined) {
      stopParsing(socket);
      socket.destroy();
      return;
    }
    // Only behind another answer does one not have the socket yet.
    const isQueued = !response.socket;
    handle(request, response);
    if (response.writableEnded && !isQueued) return;
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  };
}

/** Milliseconds in which the other end may read its answer, and bytes that it may send meanwhile. */
const lingerMs = 500;
const mostDiscarded = 64 * 1024;

/**
 * Says the last word, and closes a little later. Closed at once, what is still coming would reset the
 * connection, and the answer could be lost (RFC 9112, 9.6).
 */
export function closeGently(socket: Socket, lastWord = ''): void {
  let discarded = 0;
  socket.on('data', (bytes) => {
    discarded += bytes.length;
    if (discarded > mostDiscarded) socket.pause();
  });
  socket.end(lastWord);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function destroySoon(this: Socket): void {
  closeGently(this);
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
  socket.destroySoon = destroySoon;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that the client has to read the last response, and bytes that the server discards meanwhile. */
const lingerMs = 500;
const mostDiscarded = 64 * 1024;

/**
 * Sends the last bytes and closes the connection `lingerMs` later. If the server closed at once, bytes that are still
 * arriving would reset the connection, and the client could lose the response (RFC 9112, 9.6).
 */
export function closeGently(this: Socket, lastBytes = ''): void {
  let discarded = 0;
  this.on('data', (bytes) => {
    discarded += bytes.length;
    if (discarded > mostDiscarded) this.pause();
  });
  this.end(lastBytes);
  setTimeout(() => this.destroy(), lingerMs).unref();
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Closes the connection after the response when the response comes before the end of the request's body. Otherwise
 * Node would read the rest of the body for as long as the client sends it.
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (!announcesBody(request)) return;
  const { socket } = request;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('end', () => {
    response.shouldKeepAlive = shouldKeepAlive;
  });
  // Node calls `destroySoon` after a response with `Connection: close`. All sockets share one function: a closure for
  // each request would keep the requests of a long-lived socket in memory until a full collection (measured: 120 MiB).
  socket.destroySoon = closeGently;
}

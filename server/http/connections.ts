import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from './limits.ts';

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

declare module 'node:net' {
  interface Socket {
    /** The responses that are not completely sent. */
    responses: Set<ServerResponse>;
  }
}

export type ResponsesUnderWay = ReturnType<typeof trackResponses>;

/** Returns whether one of these responses closes the connection. The server answers no request after that response. */
const isClosing = (responses: Set<ServerResponse>): boolean =>
  responses.size > 0 &&
  [...responses].some(({ headersSent, shouldKeepAlive }) => headersSent && !shouldKeepAlive);

/**
 * Tracks the responses of each connection that are not completely sent. A client that pipelines has several, because Node
 * passes each request on as soon as it has read the headers.
 */
export function trackResponses(server: Server) {
  server.on('connection', (socket) => {
    socket.responses = new Set();
  });
  return {
    /** Returns the handler for the requests of a connection up to the limit. The next request closes the connection. */
    bound:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        const { socket } = request;
        const { responses } = socket;
        if (!socket.writable || isClosing(responses)) return;
        if (responses.size > limits.waitingOnConnection) {
          socket.destroy();
          return;
        }
        // A response that waits for an earlier one has no socket.
        const isWaiting = response.socket === null;
        handle(request, response);
        if (response.writableEnded && response.shouldKeepAlive && !isWaiting) return;
        responses.add(response);
        response.on('close', () => responses.delete(response));
      },
    /**
     * Returns whether the client would take the next bytes for the response to the request that it is sending. This
     * holds while no response to an earlier request is under way, and none to this request has begun.
     */
    isAtResponse: (socket: Socket): boolean =>
      [...socket.responses].every(({ headersSent, req }) => !headersSent && !req.complete),
    /** Closes a connection when its responses are sent. Reads nothing more from it. */
    closeAfterResponses(socket: Socket): void {
      const last = [...socket.responses].at(-1);
      socket.pause();
      socket.destroySoon = closeGently;
      if (!last) socket.destroySoon();
      else if (last.headersSent) last.once('close', () => socket.destroySoon());
      else last.setHeader('Connection', 'close');
    },
  };
}

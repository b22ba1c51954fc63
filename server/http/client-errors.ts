import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently, type ResponsesUnderWay } from './connections.ts';
import { malformedRoute, type RequestLog } from './request-log.ts';
import type { HeaderFields } from './security-headers.ts';

// The comment in listener.ts says why this is no import.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The status for each error of the parser; 400 for all others. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const asText = (status: number, headers: HeaderFields): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
};

/**
 * Answers what Node never hands over as a request: bytes that its parser refuses, requests that come too slowly,
 * unknown expectations, and CONNECT. Each is logged and counted, and gets the headers of every response; Node’s own
 * responses lack them. A reused connection is answered like a fresh one: a proxy that sees a connection close without
 * a response counts the replica as failed.
 * @param headers of a response after which the connection closes.
 */
export function answerClientErrors(
  server: Server,
  headers: HeaderFields,
  { bound, isAtResponse, closeAfterResponses }: ResponsesUnderWay,
  requestLog: RequestLog,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = statuses[error.code ?? ''] ?? 400;
    requestLog.malformed(status);
    // After half of another response, the client would read this response as a part of that one.
    if (isAtResponse(socket)) closeGently.call(socket, asText(status, headers));
    else closeAfterResponses(socket);
  });
  const refuseExpectation: RequestListener = (request, response) => {
    requestLog.begin(request, response, malformedRoute);
    response.shouldKeepAlive = false;
    response.writeHead(417, headers).end();
  };
  server.on('checkExpectation', bound(refuseExpectation));
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    requestLog.malformed(405);
    // Node takes its parser away from the connection of a CONNECT request, and its error handler with it.
    socket.on('error', () => socket.destroy());
    const allowed = { ...headers, Allow: 'GET, HEAD' };
    if (isAtResponse(request.socket)) closeGently.call(socket, asText(405, allowed));
    else socket.destroy();
  });
}

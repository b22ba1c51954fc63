import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently } from './request-body.ts';
import type { HeaderFields } from './security-headers.ts';

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** The headers of an answer without a body, after which the connection ends. */
export const lastHeaders = (headers: HeaderFields): HeaderFields => ({
  ...headers,
  'Cache-Control': 'no-store',
  Connection: 'close',
  'Content-Length': '0',
});

/** Answers, with the headers of every answer, what Node would answer bare. */
export function answerClientErrors(server: Server, headers: HeaderFields): void {
  const last = lastHeaders(headers);
  const lines = Object.entries(last).map(([name, value]) => `${name}: ${value}`);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = statuses[error.code ?? ''] ?? 400;
    const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
    // After an earlier answer on the same connection, ours could be taken for a part of it.
    if (socket.bytesWritten > 0) socket.destroy();
    else closeGently(socket, answer);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, last).end();
  });
}

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { closeGently } from './request-body.ts';
import type { HeaderFields } from './security-headers.ts';

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** An answer written by hand, to what never became a request. */
function rawAnswer(status: number, headers: HeaderFields): string {
  const fields = { ...headers, Connection: 'close', 'Content-Length': '0' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
}

/** Answers, with the headers of every answer, what Node would answer bare. */
export function answerClientErrors(server: Server, headers: HeaderFields): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // After an earlier answer on the same connection, ours could be taken for a part of it.
    if (socket.bytesWritten > 0) socket.destroy();
    else closeGently(socket, rawAnswer(statuses[error.code ?? ''] ?? 400, headers));
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, Connection: 'close', 'Content-Length': 0 }).end();
  });
}

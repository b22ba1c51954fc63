import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawHeaders } from '../pages/entity.ts';

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** An answer written by hand, to what never became a request. */
function rawAnswer(status: number, headers: RawHeaders): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return [...lines, 'Connection: close', 'Content-Length: 0', '', ''].join('\r\n');
}

/** Answers what Node would answer bare: unreadable requests and expectations that we do not meet. */
export function answerUnreadable(server: Server, headers: RawHeaders): void {
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Duplex & { bytesWritten?: number }) => {
      // After an earlier answer on the same connection, ours could be taken for a part of it.
      if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten) socket.destroy();
      else socket.end(rawAnswer(statuses[error.code ?? ''] ?? 400, headers));
    },
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, [...headers, 'Connection', 'close']).end();
  });
}

/** HTTP/1.1 wants to be told which host is meant (RFC 9112, 3.2). */
export const isHostless = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1';

/** Says that the fault is ours; of an answer that had begun, nothing more can be said. */
export function answerFault(response: ServerResponse, headers: RawHeaders): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, [...headers, 'Cache-Control', 'no-store']).end();
}

export function refuseHostless(response: ServerResponse, headers: RawHeaders): void {
  response.writeHead(400, [...headers, 'Connection', 'close']).end();
}

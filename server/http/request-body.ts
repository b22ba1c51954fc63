import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import getRawBody from 'raw-body';
import { signupLimits } from '../../shared/signup/contract.ts';

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

export type Body =
  | { ok: true; text: string }
  | { ok: false; code: 'too_large' | 'unsupported_media_type' | 'invalid_request' };

/**
 * Reads a body as UTF-8. One that is too large is refused by its `Content-Length`, or as soon as that much has
 * come; a compressed one could grow, and is refused too.
 */
export async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Body> {
  const { bodyBytes: limit } = signupLimits;
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') return { ok: false, code: 'unsupported_media_type' };
  if (Number(length) > limit) return { ok: false, code: 'too_large' };
  if (request.headers.expect !== undefined) response.writeContinue();
  try {
    return { ok: true, text: await getRawBody(request, { limit, encoding: 'utf-8' }) };
  } catch (error) {
    const isTooLarge = Object(error).type === 'entity.too.large';
    return { ok: false, code: isTooLarge ? 'too_large' : 'invalid_request' };
  }
}

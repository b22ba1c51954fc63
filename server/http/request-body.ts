import type { IncomingMessage, ServerResponse } from 'node:http';
import getRawBody from 'raw-body';
import { signupLimits } from '../../shared/signup/contract.ts';

export type Body =
  | { ok: true; text: string }
  | { ok: false; code: 'too_large' | 'unsupported_media_type' | 'invalid_request' };

/**
 * Reads a body of at most `signupLimits.bodyBytes` as UTF-8. A larger one is refused by its `Content-Length`, or as
 * soon as that much has come; a compressed one could grow, and is refused too.
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

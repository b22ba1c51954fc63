import type { IncomingMessage, ServerResponse } from 'node:http';
import getRawBody from 'raw-body';
import * as z from 'zod/mini';
import { signupLimits } from '../../shared/signup/contract.ts';
import { refusal } from '../../shared/signup/outcomes.ts';

/**
 * Reads a body of at most `signupLimits.bodyBytes` as UTF-8. A larger one is refused by its `Content-Length`, or as
 * soon as that much has come; a compressed one could grow, and is refused too.
 */
export async function readBody(request: IncomingMessage, response: ServerResponse) {
  const { bodyBytes: limit } = signupLimits;
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') return refusal('unsupported_media_type');
  if (Number(length) > limit) return refusal('too_large');
  if (request.headers.expect !== undefined) response.writeContinue();
  try {
    return await getRawBody(request, { limit, encoding: 'utf-8' });
  } catch (error) {
    const isTooLarge = Object(error).type === 'entity.too.large';
    return refusal(isTooLarge ? 'too_large' : 'invalid_request');
  }
}

/** The fields of a JSON object; null where the text is none. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    return null;
  }
}

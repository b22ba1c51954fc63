import type { IncomingMessage, ServerResponse } from 'node:http';
import getRawBody from 'raw-body';
import * as z from 'zod/mini';
import { signupLimits } from '../../shared/signup/contract.ts';
import { refuse, type Step } from '../../shared/signup/outcomes.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopbackOrigin = (origin: string): boolean =>
  URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname);

/**
 * Returns whether a page of this site sent the request, or no page at all (curl, a test). Believes the browser’s
 * `Sec-Fetch-Site`, because the site may be served by a second name too, such as `www`. If the site runs on a developer’s own
 * machine, every loopback name and every port count as this site.
 */
export function isSameOrigin({ headers }: IncomingMessage, siteOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin') return true;
  if (site !== undefined && site !== 'none') return false;
  if (origin === undefined || origin === siteOrigin) return true;
  return isLoopbackOrigin(siteOrigin) && isLoopbackOrigin(origin);
}

/**
 * Reads a body of at most `signupLimits.bodyBytes` as UTF-8. Refuses a larger body by its `Content-Length`, or as soon
 * as that many bytes have come. Refuses a compressed body, because it could grow.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Step<{ body: string }>> {
  const { bodyBytes: limit } = signupLimits;
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  if (encoding !== 'identity') return refuse('unsupported_media_type');
  if (Number(length) > limit) return refuse('too_large');
  // A client of HTTP/1.0 would take `100 Continue` for the response (RFC 9110, 10.1.1).
  const expects = request.headers.expect !== undefined && request.httpVersion !== '1.0';
  if (expects) response.writeContinue();
  // The listener closes the stream of a request without a body (`optimizeEmptyRequests`).
  if (request.readableEnded) return { body: '' };
  try {
    return { body: await getRawBody(request, { limit, encoding: 'utf-8' }) };
  } catch (error) {
    const isTooLarge = Object(error).type === 'entity.too.large';
    return refuse(isTooLarge ? 'too_large' : 'invalid_request');
  }
}

const jsonObject = z.record(z.string(), z.unknown());

/** Returns the fields of a JSON object; null if the text is no JSON object. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return jsonObject.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

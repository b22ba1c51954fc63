import { proxySecretHeader, visitorHeader } from './contract.ts';
import { isSameSecret } from './visitor.ts';

/** Whether a caller shows a key that is accepted; null: none is asked for. */
export function isKnownCaller(request: Request, keys: readonly string[] | null): boolean {
  if (keys === null) return true;
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  const given = request.headers.get('apikey') ?? bearer ?? '';
  // Not `some`, which would stop at the first that fits.
  return keys.filter((key) => isSameSecret(given, key)).length > 0;
}

/** Whether the proxy speaks, and not somebody who has its header’s name from our source. */
export function isProxy({ headers }: Request, proxySecret: string | null): boolean {
  const given = headers.get(proxySecretHeader);
  return proxySecret !== null && given !== null && isSameSecret(given, proxySecret);
}

/**
 * Whom a request speaks for: the proxy’s word with its secret, else what the platform’s edge saw.
 * Supabase’s edge is Cloudflare’s, which writes its own header over a visitor’s; X-Forwarded-For may begin
 * with whatever the visitor sent.
 */
export function visitorAddress(request: Request, proxySecret: string | null): string {
  const { headers } = request;
  const vouched = headers.get(visitorHeader);
  if (vouched && isProxy(request, proxySecret)) return vouched;
  const seen = headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',')[0];
  return seen?.trim() || 'unknown';
}

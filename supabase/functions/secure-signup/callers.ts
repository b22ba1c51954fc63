import { isSameSecret } from '../../../shared/same-secret.ts';
import { proxySecretHeader, visitorHeader } from '../../../shared/signup/contract.ts';
import { withoutPort } from '../../../shared/signup/visitor-hash.ts';

/** Returns whether a caller sends an accepted API key. */
export function isKnownCaller({ headers }: Request, keys: readonly string[]): boolean {
  const bearer = headers.get('authorization')?.replace(/^Bearer /i, '');
  const given = headers.get('apikey') ?? bearer ?? '';
  // `some` would stop at the first match, and its time would depend on the key.
  return keys.filter((key) => isSameSecret(given, key)).length > 0;
}

/** Returns whether the server sent the request: only the server knows the shared secret. */
export function isProxy({ headers }: Request, proxySecret: string | null): boolean {
  const given = headers.get(proxySecretHeader);
  return proxySecret !== null && given !== null && isSameSecret(given, proxySecret);
}

interface Options {
  proxySecret: string | null;
  /** Whether the function runs on supabase.com. */
  isHosted: boolean;
}

/** Returns the address that the platform’s own proxy saw; null: the proxy names none. */
function seenAddress({ headers }: Request, isHosted: boolean): string | null {
  const forwarded = headers.get('x-forwarded-for')?.split(',');
  // Cloudflare, in front of hosted Supabase, overwrites a visitor’s cf-connecting-ip. Elsewhere a visitor may send that
  // header, and only the last entry of X-Forwarded-For is from the platform’s proxy.
  const seen = isHosted ? (headers.get('cf-connecting-ip') ?? forwarded?.at(0)) : forwarded?.at(-1);
  return withoutPort(seen?.trim() ?? '') || null;
}

/** Returns the visitor’s address: from the server, if the request has its secret, else from the platform. */
export function visitorAddress(request: Request, { proxySecret, isHosted }: Options) {
  const named = request.headers.get(visitorHeader);
  return named && isProxy(request, proxySecret) ? named : seenAddress(request, isHosted);
}

import { isSameSecret } from '../../../shared/same-secret.ts';
import { proxySecretHeader, visitorHeader } from '../../../shared/signup/contract.ts';

/** Whether a caller shows a key that is accepted. */
export function isKnownCaller({ headers }: Request, keys: readonly string[]): boolean {
  const bearer = headers.get('authorization')?.replace(/^Bearer /i, '');
  const given = headers.get('apikey') ?? bearer ?? '';
  // Not `some`, which would stop at the first that fits.
  return keys.filter((key) => isSameSecret(given, key)).length > 0;
}

/** Whether the server speaks, and not somebody who has the header’s name from our source. */
export function isProxy({ headers }: Request, proxySecret: string | null): boolean {
  const given = headers.get(proxySecretHeader);
  return proxySecret !== null && given !== null && isSameSecret(given, proxySecret);
}

interface Options {
  proxySecret: string | null;
  /** Whether the function runs on supabase.com. */
  isHosted: boolean;
}

/** The address that the platform’s own proxy saw; null: it names none. */
function seenAddress({ headers }: Request, isHosted: boolean): string | null {
  const forwarded = headers.get('x-forwarded-for')?.split(',');
  // Hosted Supabase stands behind Cloudflare, which writes its header over a visitor’s. Elsewhere anybody may send it,
  // and of X-Forwarded-For only the last entry is the own proxy’s.
  const seen = isHosted ? (headers.get('cf-connecting-ip') ?? forwarded?.at(0)) : forwarded?.at(-1);
  return seen?.trim() || null;
}

/** Whom a request speaks for: whom the server names with its secret, else whom the platform saw. */
export function visitorAddress(request: Request, { proxySecret, isHosted }: Options) {
  const named = request.headers.get(visitorHeader);
  return named && isProxy(request, proxySecret) ? named : seenAddress(request, isHosted);
}

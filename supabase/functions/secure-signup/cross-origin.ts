/** Returns whether a browser calls from an origin that is not allowed. A server sends no origin. */
export function isForeign({ headers }: Request, allowed: readonly string[]): boolean {
  const origin = headers.get('origin');
  return origin !== null && !allowed.includes(origin);
}

/** Returns the CORS headers for an allowed origin, and only `Vary` for any other. */
export function crossOriginHeaders(request: Request, allowed: readonly string[]): Headers {
  const headers = new Headers({ Vary: 'Origin' });
  const origin = request.headers.get('origin');
  if (!origin || !allowed.includes(origin)) return headers;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Allow-Methods', 'GET, OPTIONS, POST');
  headers.set(
    'Access-Control-Allow-Headers',
    'authorization, apikey, content-type, x-client-info, x-region',
  );
  headers.set('Access-Control-Expose-Headers', 'Retry-After');
  headers.set('Access-Control-Max-Age', '86400');
  return headers;
}

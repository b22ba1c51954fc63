import { signupPath } from '../../shared/signup/contract.ts';
import type { SignupRequest } from '../../shared/signup/fields.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';

/** Sends a sign-up. Resolves with the server's message, if there is one. Rejects with an Error that has the text to show. */
export type Send = (request: SignupRequest) => Promise<string | undefined>;

/** Timeout of a request in milliseconds: longer than the longest `UPSTREAM_TIMEOUT_MS` of the server. */
export const responseTimeoutMs = 70_000;

interface ResponseBody {
  message?: unknown;
  error?: { message?: unknown };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Sends a sign-up to this site's server. */
export const sendThroughServer: Send = async (request) => {
  const timeout = new AbortController();
  setTimeout(() => timeout.abort(), responseTimeoutMs);
  const response = await fetch(signupPath, {
    method: 'POST',
    signal: timeout.signal,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new Error(signupErrors.upstream_fetch.message);
  });
  const body: ResponseBody | null = await response.json().catch(() => null);
  if (response.ok && body && !body.error) return text(body.message);
  throw new Error(body ? text(body.error?.message) : signupErrors.upstream_http.message);
};

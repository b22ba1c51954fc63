import { signupPath } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import type { EntryRequest } from './entry.ts';

/** The response to a successful sign-up. */
export interface Joined {
  message: string | undefined;
  /** Names this sign-up, so that the next one can correct its address (`replaces`). */
  receipt: string | undefined;
}

/** Sends a sign-up. Rejects with an Error that has the text to show. */
export type Send = (request: EntryRequest) => Promise<Joined>;

/** Timeout of a request in milliseconds: longer than the longest `UPSTREAM_TIMEOUT_MS` of the server. */
export const responseTimeoutMs = 70_000;

export interface ResponseBody {
  message?: unknown;
  receipt?: unknown;
  error?: { message?: unknown };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Reads the body of a response of status 200. */
export const readJoined = ({ message, receipt }: ResponseBody): Joined => ({
  message: text(message),
  receipt: text(receipt),
});

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
  if (response.ok && body && !body.error) return readJoined(body);
  throw new Error(body ? text(body.error?.message) : signupErrors.upstream_http.message);
};

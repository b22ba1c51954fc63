import { type SignupRequest, signupPath } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';

/** Sends a sign-up. @returns the server’s message, if it has one. Throws an Error with the text to show. */
export type Send = (request: SignupRequest) => Promise<string | undefined>;

/** How long an answer is waited for: a little longer than the server itself ever waits (`UPSTREAM_TIMEOUT_MS`). */
export const answerTimeoutMs = 70_000;

interface Answer {
  message?: unknown;
  error?: { message?: unknown };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Through this site’s own server. */
export const sendThroughServer: Send = async (request) => {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), answerTimeoutMs);
  const response = await fetch(signupPath, {
    method: 'POST',
    signal: patience.signal,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new Error(signupErrors.upstream_fetch.message);
  });
  const answer: Answer | null = await response.json().catch(() => null);
  if (response.ok && answer && !answer.error) return text(answer.message);
  throw new Error(answer ? text(answer.error?.message) : signupErrors.upstream_http.message);
};

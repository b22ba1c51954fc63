import { type SignupRequest, signupErrors, signupPath } from '../../../shared/signup/contract.ts';

/** Sends a sign-up. @returns the server’s message, if it has one. Throws an Error with the text to show. */
export type Transport = (request: SignupRequest) => Promise<string | undefined>;

interface Answer {
  message?: unknown;
  error?: { message?: unknown };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Through this site’s own server, which calls the function. */
export const sendThroughProxy: Transport = async (request) => {
  const response = await fetch(signupPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new Error(signupErrors.upstream_fetch.message);
  });
  const answer: Answer | null = await response.json().catch(() => null);
  if (response.ok && answer && !answer.error) return text(answer.message);
  throw new Error(answer ? text(answer.error?.message) : signupErrors.upstream_http.message);
};

import type { SignupRequest } from '../../shared/signup/fields.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { signupPath } from '../../shared/signup/paths.ts';
import { signupTexts } from '../../shared/signup/texts.ts';

/** The response to a successful sign-up. */
export interface Joined {
  message: string | undefined;
  /** True if a mail follows. */
  mail: boolean;
}

/** Sends a sign-up. Rejects with an Error that has the text to show. */
export type Send = (request: SignupRequest) => Promise<Joined>;

/** Timeout of a request in milliseconds: longer than the longest `UPSTREAM_TIMEOUT_MS` of the server. */
export const responseTimeoutMs = 70_000;

interface ResponseBody {
  message?: unknown;
  mail?: unknown;
  error?: { message?: unknown };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Reads the body of a response of status 200. */
export const readJoined = ({ message, mail }: ResponseBody): Joined => ({
  message: text(message),
  mail: mail === true,
});

/** Returns what a visitor reads when there is no response, and when another program than our server has responded. */
const failures = (usesFunction: boolean) =>
  usesFunction
    ? [signupErrors.upstream_fetch.message, signupErrors.upstream_http.message]
    : [signupTexts.unreachable, signupErrors.unavailable.message];

/**
 * Returns a function that sends a sign-up to this site's server.
 * @param usesFunction whether the site is configured for Supabase, whose client failures have texts of their own.
 */
export function sendThroughServer(usesFunction: boolean): Send {
  const [unreachable, unreadable] = failures(usesFunction);
  return async (request) => {
    const response = await fetch(signupPath, {
      method: 'POST',
      signal: AbortSignal.timeout(responseTimeoutMs),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    }).catch(() => {
      throw new Error(unreachable);
    });
    const body: ResponseBody | null = await response.json().catch(() => null);
    if (response.ok && body && !body.error) return readJoined(body);
    throw new Error(body?.error ? text(body.error.message) : unreadable);
  };
}

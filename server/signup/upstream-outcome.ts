import * as z from 'zod/mini';
import {
  type Joined,
  type Refusal,
  refusal,
  type SignupErrorCode,
  signupErrorCodes,
} from '../../shared/signup/outcomes.ts';
import type { Fault } from '../outbox/replay.ts';

export type UpstreamOutcome = Joined | (Refusal & { fault: Fault });

/** Only what the function writes when a row is durable counts as a success. */
const acknowledgement = z.object({
  message: z.optional(z.string()),
  error: z.optional(z.undefined()),
});

const refusalBody = z.object({
  error: z.object({
    code: z.catch(z.enum(signupErrorCodes), 'upstream_http'),
    message: z.string().check(z.minLength(1)),
  }),
});

/** Longest text of a function that we pass on, in characters. */
const longestMessage = 500;

const failure = (code: SignupErrorCode, fault: Fault): UpstreamOutcome => ({
  ...refusal(code),
  fault,
});

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** The function’s own refusal, where it wrote one; else the client’s text. */
async function refused(response: Response): Promise<UpstreamOutcome> {
  const isInTrouble = response.status >= 500;
  const { success, data } = refusalBody.safeParse(await response.json().catch(() => undefined));
  if (!success) return failure('upstream_http', isInTrouble ? 'server' : 'request');
  const { code, message } = data.error;
  const hasFailed = code === 'unavailable' || (code === 'upstream_http' && isInTrouble);
  return {
    ...refusal(code, retryAfter(response)),
    message: message.slice(0, longestMessage),
    fault: hasFailed ? 'server' : 'request',
  };
}

/**
 * Every way `functions.invoke` can end, as an outcome. By name and not by class, as a bundle may hold a second copy of
 * the classes. Besides the client’s three errors, a time-out while the body is read surfaces as a bare DOMException,
 * broken JSON as a SyntaxError.
 */
export async function toOutcome(data: unknown, error: unknown): Promise<UpstreamOutcome> {
  if (!error) {
    const { success, data: answer } = acknowledgement.safeParse(data);
    return success ? { ok: true, message: answer.message } : failure('upstream_http', 'server');
  }
  const { name, context } = Object(error);
  if (name === 'FunctionsHttpError' && context instanceof Response) return refused(context);
  if (name === 'FunctionsHttpError' || name === 'SyntaxError') {
    return failure('upstream_http', 'server');
  }
  return failure(name === 'FunctionsRelayError' ? 'upstream_relay' : 'upstream_fetch', 'unreached');
}

/** For the log: what lay behind a failure, without the request or what was in it. */
export function causeOf(error: unknown): string {
  if (!error) return 'an answer that acknowledges nothing';
  const { context } = Object(error);
  if (context instanceof Response) return `status ${context.status}`;
  const inner = context instanceof Error ? context : error;
  const cause = inner instanceof Error ? (inner.cause ?? inner) : inner;
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${cause.name}: ${cause.message}${code}`;
}

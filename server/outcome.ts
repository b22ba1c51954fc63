import {
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrors,
} from '../shared/signup/contract.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCode = (value: unknown): value is SignupErrorCode =>
  typeof value === 'string' && Object.hasOwn(signupErrors, value);

/** Longest text of a function that we pass on, in characters. */
const longestMessage = 500;

/** Only what the function writes when a row is durable counts as a success. */
function acknowledged(data: unknown): SignupOutcome {
  if (!isRecord(data) || 'error' in data) return refusal('upstream_http');
  const { message } = data;
  if (message === undefined) return { ok: true };
  return typeof message === 'string' ? { ok: true, message } : refusal('upstream_http');
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** The function’s own refusal, where it wrote one; else the client’s text. */
async function refused(response: Response): Promise<SignupOutcome> {
  const body: unknown = await response.json().catch(() => null);
  const own = isRecord(body) && isRecord(body.error) ? body.error : undefined;
  if (typeof own?.message !== 'string' || own.message === '') return refusal('upstream_http');
  const code = isCode(own.code) ? own.code : 'upstream_http';
  return {
    ...refusal(code, retryAfter(response)),
    message: own.message.slice(0, longestMessage),
  };
}

/** What the function answered, where it was asked without the client. */
export const readAnswer = async (response: Response): Promise<SignupOutcome> =>
  response.ok ? acknowledged(await response.json()) : refused(response);

/**
 * Whether a failure is one of reaching the function, or of its database: then a sign-up may be kept and
 * sent later. Not for a verdict of the function, nor for an answer that blames the request.
 */
export function isUnreached(outcome: SignupOutcome, error: unknown): boolean {
  if (outcome.ok) return false;
  switch (outcome.code) {
    case 'upstream_fetch':
    case 'upstream_relay':
    case 'unavailable':
      return true;
    case 'upstream_http':
      return !(statusOf(error) < 500);
    default:
      return false;
  }
}

/** NaN where it was not the status that was wrong. */
const statusOf = (error: unknown): number =>
  error instanceof Error && 'context' in error && error.context instanceof Response
    ? error.context.status
    : Number.NaN;

/**
 * Every way `functions.invoke` can end, as an outcome.
 * By name and not by class: a bundle may hold a second copy of the client’s classes. Besides its three
 * errors, a time-out while the body is read surfaces as a bare DOMException, broken JSON as a SyntaxError.
 */
export async function toOutcome(data: unknown, error: unknown): Promise<SignupOutcome> {
  if (error === null || error === undefined) return acknowledged(data);
  if (!(error instanceof Error)) return refusal('upstream_http');
  switch (error.name) {
    case 'FunctionsHttpError':
      return 'context' in error && error.context instanceof Response
        ? refused(error.context)
        : refusal('upstream_http');
    case 'FunctionsRelayError':
      return refusal('upstream_relay');
    case 'SyntaxError':
      return refusal('upstream_http');
    default:
      return refusal('upstream_fetch');
  }
}

const textOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return cause === undefined ? '' : typeof cause;
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${cause.name}: ${cause.message}${code}`;
};

/** For the log: what lay behind a failure, without the request or what was in it. */
export function causeOf(error: unknown): string {
  if (error === null || error === undefined) return 'an answer that acknowledges nothing';
  const context = error instanceof Error && 'context' in error ? error.context : undefined;
  if (context instanceof Response) return `status ${context.status}`;
  const cause = context instanceof Error ? (context.cause ?? context) : undefined;
  return textOf(cause ?? error);
}

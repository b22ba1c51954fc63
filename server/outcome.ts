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
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** The function’s own refusal, where it wrote one; else the client’s text. */
async function refused(response: Response): Promise<SignupOutcome> {
  const body: unknown = await response.json().catch(() => undefined);
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

/** What a failure says of itself, whatever was thrown. */
const partsOf = (error: unknown): { name?: unknown; context?: unknown } => Object(error);

/** NaN where it was not the status that was wrong. */
function statusOf(error: unknown): number {
  const { context } = partsOf(error);
  return context instanceof Response ? context.status : Number.NaN;
}

const outOfReach: ReadonlySet<SignupErrorCode> = new Set([
  'upstream_fetch',
  'upstream_relay',
  'unavailable',
]);

/**
 * Whether a failure is one of reaching the function, or of its database: then a sign-up may be kept and
 * sent later. Not for a verdict of the function, nor for an answer that blames the request.
 */
export function isUnreached(outcome: SignupOutcome, error: unknown): boolean {
  if (outcome.ok) return false;
  if (outcome.code === 'upstream_http') return !(statusOf(error) < 500);
  return outOfReach.has(outcome.code);
}

/**
 * Every way `functions.invoke` can end, as an outcome.
 * By name and not by class: a bundle may hold a second copy of the client’s classes. Besides its three
 * errors, a time-out while the body is read surfaces as a bare DOMException, broken JSON as a SyntaxError.
 */
export async function toOutcome(data: unknown, error: unknown): Promise<SignupOutcome> {
  if (!error) return acknowledged(data);
  const { name, context } = partsOf(error);
  switch (name) {
    case 'FunctionsHttpError':
      return context instanceof Response ? refused(context) : refusal('upstream_http');
    case 'FunctionsRelayError':
      return refusal('upstream_relay');
    case 'SyntaxError':
      return refusal('upstream_http');
    default:
      return refusal('upstream_fetch');
  }
}

function textOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${cause.name}: ${cause.message}${code}`;
}

/** For the log: what lay behind a failure, without the request or what was in it. */
export function causeOf(error: unknown): string {
  if (!error) return 'an answer that acknowledges nothing';
  const { context } = partsOf(error);
  if (context instanceof Response) return `status ${context.status}`;
  return textOf(context instanceof Error ? (context.cause ?? context) : error);
}

import {
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrors,
} from '../../shared/signup/contract.ts';
import type { Fault } from '../outbox/replay.ts';

/** An outcome of a call, with what a failure says of the function. */
export type UpstreamOutcome =
  | Extract<SignupOutcome, { ok: true }>
  | (Extract<SignupOutcome, { ok: false }> & { fault: Fault });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCode = (value: unknown): value is SignupErrorCode =>
  typeof value === 'string' && Object.hasOwn(signupErrors, value);

/** Longest text of a function that we pass on, in characters. */
const longestMessage = 500;

const failure = (code: SignupErrorCode, fault: Fault): UpstreamOutcome => ({
  ...refusal(code),
  fault,
});

/** Only what the function writes when a row is durable counts as a success. */
function acknowledged(data: unknown): UpstreamOutcome {
  if (!isRecord(data) || 'error' in data) return failure('upstream_http', 'server');
  const { message } = data;
  if (message === undefined) return { ok: true };
  return typeof message === 'string' ? { ok: true, message } : failure('upstream_http', 'server');
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** The function’s own refusal, where it wrote one; else the client’s text. */
async function refused(response: Response): Promise<UpstreamOutcome> {
  const isInTrouble = response.status >= 500;
  const body: unknown = await response.json().catch(() => undefined);
  const own = isRecord(body) && isRecord(body.error) ? body.error : undefined;
  if (typeof own?.message !== 'string' || own.message === '') {
    return failure('upstream_http', isInTrouble ? 'server' : 'request');
  }
  const code = isCode(own.code) ? own.code : 'upstream_http';
  const hasFailed = code === 'unavailable' || (code === 'upstream_http' && isInTrouble);
  return {
    ...refusal(code, retryAfter(response)),
    message: own.message.slice(0, longestMessage),
    fault: hasFailed ? 'server' : 'request',
  };
}

/** What a failure says of itself, whatever was thrown. */
const partsOf = (error: unknown): { name?: unknown; context?: unknown } => Object(error);

/**
 * Every way `functions.invoke` can end, as an outcome. By name and not by class, as a bundle may hold a second copy of
 * the classes. Besides the client’s three errors, a time-out while the body is read surfaces as a bare DOMException,
 * broken JSON as a SyntaxError.
 */
export async function toOutcome(data: unknown, error: unknown): Promise<UpstreamOutcome> {
  if (!error) return acknowledged(data);
  const { name, context } = partsOf(error);
  switch (name) {
    case 'FunctionsHttpError':
      return context instanceof Response ? refused(context) : failure('upstream_http', 'server');
    case 'FunctionsRelayError':
      return failure('upstream_relay', 'unreached');
    case 'SyntaxError':
      return failure('upstream_http', 'server');
    default:
      return failure('upstream_fetch', 'unreached');
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
  const inner = context instanceof Error ? context : error;
  return textOf(inner instanceof Error ? (inner.cause ?? inner) : inner);
}

import * as z from 'zod/mini';
import {
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrorCodes,
} from '../../shared/signup/outcomes.ts';
import { signupTexts } from '../../shared/signup/texts.ts';

/** The outcome of a call of the function. `isAnswered` is false when no answer of the function arrived. */
export type UpstreamOutcome = SignupOutcome & { isAnswered: boolean };

/** The answer of the function for a durable row: a JSON object without an error. The message is optional. */
const savedBody = z.object({
  message: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  mail: z.catch(z.optional(z.literal(true)), undefined),
  error: z.nullish(z.undefined()),
});

/** The function’s own refusal. A code that only a newer function knows is no verdict that this server can read. */
const refusedBody = z.object({
  error: z.object({
    code: z.catch(z.enum(signupErrorCodes), 'upstream_http'),
    message: z.string().check(z.minLength(1)),
  }),
});

/** Longest text of the function that the server passes on, in characters. */
const longestMessage = 500;

const failure = (code: SignupErrorCode, isAnswered: boolean): UpstreamOutcome => ({
  ...refusal(code),
  isAnswered,
});

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** Reads the function’s own refusal. Any other body, such as a gateway’s, becomes `upstream_http`. */
function readRefusal(body: unknown, retryAfterSeconds?: number): UpstreamOutcome {
  const { success, data } = refusedBody.safeParse(body);
  if (!success) return failure('upstream_http', true);
  const { code, message } = data.error;
  return {
    ...refusal(code, retryAfterSeconds),
    message: message.slice(0, longestMessage),
    isAnswered: true,
  };
}

/**
 * Turns every result of `functions.invoke` into an outcome. Compares the errors by name, because a bundle may hold a
 * second copy of the classes. Besides the client’s three errors, a timeout while the body is read surfaces as a bare
 * DOMException, and broken JSON as a SyntaxError.
 */
export async function toOutcome(data: unknown, error: unknown): Promise<UpstreamOutcome> {
  if (!error) {
    const { success, data: answer } = savedBody.safeParse(data);
    // A refusal may also have status 200.
    if (!success) return readRefusal(data);
    const { message = signupTexts.success, mail } = answer;
    return { ok: true, message: message.slice(0, longestMessage), mail, isAnswered: true };
  }
  const { name, context } = Object(error);
  if (name === 'FunctionsHttpError' && context instanceof Response) {
    const body: unknown = await context.json().catch(() => undefined);
    return readRefusal(body, retryAfter(context));
  }
  if (name === 'FunctionsHttpError' || name === 'SyntaxError')
    return failure('upstream_http', true);
  return failure(name === 'FunctionsRelayError' ? 'upstream_relay' : 'upstream_fetch', false);
}

/** Returns the cause of a failure for the log, without the request or its content. */
export function causeOf(error: unknown): string {
  if (!error) return 'the answer is not the function’s own';
  const { context } = Object(error);
  if (context instanceof Response) return `status ${context.status}`;
  const inner = context instanceof Error ? context : error;
  const cause = inner instanceof Error ? (inner.cause ?? inner) : inner;
  if (!(cause instanceof Error)) return typeof cause;
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${cause.name}: ${cause.message}${code}`;
}

import { supabaseKeyOf } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { functionName } from '../../shared/signup/contract.ts';
import { type Cause, Unreachable, unreachable } from './causes.ts';

interface Answer {
  status: number;
  isRelayError: boolean;
  text: string;
}

/** What a response that is not our function’s means. 540 is Supabase’s status for a paused project. */
function causeOf({ status, isRelayError, text }: Answer): Cause {
  if (isRelayError) return 'relay';
  if (status === 540 || /project.{0,20}paused/i.test(text)) return 'paused_project';
  if (status === 401 || status === 403) return 'wrong_key';
  return status === 404 ? 'function_missing' : 'http';
}

const failure = (answer: Answer, cause = causeOf(answer)): Unreachable =>
  new Unreachable(cause, `${answer.status} ${answer.text.slice(0, 300)}`.trim());

/** The answer’s JSON; an empty object where it is none. */
function jsonOf({ text }: Answer): { ok?: unknown; error?: { code?: unknown } } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** The deployed function, called as supabase-js’s `functions.invoke` calls it. */
export function deployedFunction(settings: Settings, url: string) {
  const key = supabaseKeyOf(settings) ?? '';
  const call = async (body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    try {
      const response = await fetch(`${url}/functions/v1/${functionName}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          apikey: key,
          Authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(settings.UPSTREAM_TIMEOUT_MS),
      });
      const isRelayError = response.headers.get('x-relay-error') === 'true';
      return { status: response.status, isRelayError, text: await response.text() };
    } catch (error) {
      throw unreachable(error);
    }
  };
  return {
    /** GET, which touches no database. Rejects with Unreachable. */
    async health(): Promise<void> {
      const answer = await call();
      if (answer.status !== 200 || answer.isRelayError) throw failure(answer);
      if (jsonOf(answer).ok === true) return;
      throw new Unreachable('http', 'something else answers under the function’s name');
    },
    /** Whether our key opens it: an empty sign-up must be refused for its emptiness, not for the key. */
    async acceptsKey(): Promise<void> {
      const answer = await call({});
      if (jsonOf(answer).error?.code !== 'invalid_request') throw failure(answer);
    },
    /** Whether the function knows the secret: with it, an empty trial must be refused for its emptiness. */
    async acceptsSecret(headers: Record<string, string>): Promise<void> {
      const { error } = jsonOf(await call({}, headers));
      if (error?.code === 'invalid_request') return;
      throw new Unreachable('wrong_secret', 'the function does not know this secret');
    },
    /** A whole sign-up. Rejects with Unreachable. */
    async signUp(body: Record<string, unknown>, headers: Record<string, string>): Promise<void> {
      const answer = await call(body, headers);
      if (answer.status === 200 && !answer.isRelayError) return;
      const isRefused = jsonOf(answer).error?.code === 'unauthorized';
      throw failure(answer, isRefused ? 'wrong_secret' : undefined);
    },
  };
}

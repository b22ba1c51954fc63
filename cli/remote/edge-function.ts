import { supabaseKeyOf } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { functionName } from '../../shared/signup/contract.ts';
import { type Cause, Unreachable, unreachable } from './unreachable.ts';

interface Answer {
  status: number;
  isRelayError: boolean;
  text: string;
}

/** Returns the cause of a failed answer. Supabase answers 540 for a paused project. */
function causeOf({ status, isRelayError, text }: Answer): Cause {
  if (isRelayError) return 'relay';
  if (status === 540 || /project.{0,20}paused/i.test(text)) return 'paused_project';
  if (status === 401 || status === 403) return 'wrong_key';
  return status === 404 ? 'function_missing' : 'http';
}

/** The remedies that differ because the Supabase project may be the cause. */
const remedies: Partial<Record<Cause, string>> = {
  dns: 'The host name does not resolve. Check SUPABASE_URL; a project that was paused for long, or deleted, loses its name.',
  http: 'It answered, but not as expected. Where the dashboard says that the project is paused, resume it; else read the function’s log there.',
};

const failed = (cause: Cause, message: string): Unreachable =>
  new Unreachable(cause, message, remedies[cause]);

const failure = (answer: Answer): Unreachable =>
  failed(causeOf(answer), `${answer.status} ${answer.text.slice(0, 300)}`.trim());

/** Returns the JSON of an answer, or an empty object when it is no JSON. */
function jsonOf({ text }: Answer): { ok?: unknown; error?: { code?: unknown } } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Returns calls to the deployed function, made as `functions.invoke` of supabase-js makes them. Each rejects with Unreachable. */
export function deployedFunction(settings: Settings, url: string) {
  const key = supabaseKeyOf(settings) ?? '';
  const keys = { apikey: key, Authorization: `Bearer ${key}` };
  const address = `${url}/functions/v1/${functionName}`;
  const call = async (init: RequestInit = {}): Promise<Answer> => {
    try {
      const signal = AbortSignal.timeout(settings.UPSTREAM_TIMEOUT_MS);
      const headers = { ...keys, ...init.headers };
      const response = await fetch(address, { ...init, headers, signal });
      const isRelayError = response.headers.get('x-relay-error') === 'true';
      return { status: response.status, isRelayError, text: await response.text() };
    } catch (error) {
      const { code, message } = unreachable(error);
      throw failed(code, message);
    }
  };
  const post = (body: unknown, secret: Record<string, string> = {}): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/json', ...secret };
    return call({ method: 'POST', headers, body: JSON.stringify(body) });
  };
  return {
    /** Sends a GET, which reads no database. */
    async health(): Promise<void> {
      const answer = await call();
      if (answer.status !== 200 || answer.isRelayError) throw failure(answer);
      if (jsonOf(answer).ok === true) return;
      throw failed('http', 'something else answers under the function’s name');
    },
    /** Tries the key with an empty sign-up. The function must refuse it with `invalid_request`, and not because of the key. */
    async acceptsKey(): Promise<void> {
      const answer = await post({});
      if (jsonOf(answer).error?.code !== 'invalid_request') throw failure(answer);
    },
    /** Sends a trial sign-up with the secret. The function must refuse an empty one with `invalid_request`, and accept a whole one. */
    async accepts(trial: Record<string, unknown>, secret: Record<string, string>): Promise<void> {
      const answer = await post(trial, secret);
      const { error } = jsonOf(answer);
      if (answer.status === 200 && !answer.isRelayError) return;
      if (error?.code === 'invalid_request' && Object.keys(trial).length === 0) return;
      if (error?.code !== 'unauthorized') throw failure(answer);
      throw new Unreachable('wrong_secret', 'the function does not know this secret');
    },
  };
}

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

/** What to do where the project may be the reason. */
const remedies: Partial<Record<Cause, string>> = {
  dns: 'The host name does not resolve. Check SUPABASE_URL; a project that was paused for long, or deleted, loses its name.',
  http: 'It answered, but not as expected. Where the dashboard says that the project is paused, resume it; else read the function’s log there.',
};

const failed = (cause: Cause, message: string): Unreachable =>
  new Unreachable(cause, message, remedies[cause]);

const failure = (answer: Answer): Unreachable =>
  failed(causeOf(answer), `${answer.status} ${answer.text.slice(0, 300)}`.trim());

/** The answer’s JSON; an empty object where it is none. */
function jsonOf({ text }: Answer): { ok?: unknown; error?: { code?: unknown } } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** The deployed function, called as supabase-js’s `functions.invoke` calls it. Each rejects with Unreachable. */
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
    /** GET, which touches no database. */
    async health(): Promise<void> {
      const answer = await call();
      if (answer.status !== 200 || answer.isRelayError) throw failure(answer);
      if (jsonOf(answer).ok === true) return;
      throw failed('http', 'something else answers under the function’s name');
    },
    /** Whether our key opens it: an empty sign-up must be refused for its emptiness, not for the key. */
    async acceptsKey(): Promise<void> {
      const answer = await post({});
      if (jsonOf(answer).error?.code !== 'invalid_request') throw failure(answer);
    },
    /** A trial with the secret. An empty one must be refused for its emptiness, a whole one taken. */
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

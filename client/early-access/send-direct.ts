import {
  createClient,
  FunctionsError,
  FunctionsHttpError,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { functionName } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { readJoined, responseTimeoutMs, type Send } from './send-through-server.ts';

/**
 * Returns the message that the function sent, or the message of the client's error. The client has no error of its own for
 * an answer that breaks off or is broken JSON.
 */
async function messageOf(error: Error): Promise<string> {
  if (error instanceof SyntaxError) return signupErrors.upstream_http.message;
  if (!(error instanceof FunctionsError)) return signupErrors.upstream_fetch.message;
  if (!(error instanceof FunctionsHttpError)) return error.message;
  const body: unknown = await error.context.json().catch(() => null);
  const message = (body as { error?: { message?: unknown } } | null)?.error?.message;
  return typeof message === 'string' ? message : error.message;
}

/** Returns whether the function has answered: each of its answers is a JSON object. A web page would be a text. */
const isJsonObject = (data: unknown): boolean =>
  Object.prototype.toString.call(data) === '[object Object]';

/**
 * Creates the Supabase client. It stores the session in the browser's local storage under
 * `sb-<first label of the host>-auth-token` and refreshes its token. Signing out gives realtime the API key again.
 */
export const createSessionClient = (url: string, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: true, autoRefreshToken: true } });

/** The only client of the page, because a second client would refresh the same session. */
let client: SupabaseClient | undefined;

/** Returns a function that sends a sign-up to the Supabase function directly, with the session or the public key. */
export function sendDirect(url: string, key: string): Send {
  client ??= createSessionClient(url, key);
  const { functions } = client;
  return async (body) => {
    const options = { body, timeout: responseTimeoutMs };
    const { data, error } = await functions.invoke(functionName, options);
    if (data?.error) throw new Error(data.error.message);
    if (error) throw error instanceof Error ? new Error(await messageOf(error)) : error;
    if (!isJsonObject(data)) throw new Error(signupErrors.upstream_http.message);
    return readJoined(data);
  };
}

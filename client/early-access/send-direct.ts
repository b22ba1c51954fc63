import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js';
import { functionName } from '../../shared/signup/contract.ts';
import { answerTimeoutMs, type Send } from './send-through-server.ts';

/** The function’s own words, where it sent some. */
async function ownMessage(error: Error): Promise<string> {
  if (!(error instanceof FunctionsHttpError)) return error.message;
  const body: unknown = await error.context.json().catch(() => null);
  const message = (body as { error?: { message?: unknown } } | null)?.error?.message;
  return typeof message === 'string' ? message : error.message;
}

/**
 * The project’s client. The session is kept in the browser’s storage under
 * `sb-<first label of the host>-auth-token` and its token renewed; signing out hands realtime the key again.
 */
export const createSessionClient = (url: string, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: true, autoRefreshToken: true } });

/** One client for as long as the page is open: a second would renew the same session. */
let client: SupabaseClient | undefined;

/** Straight to the Supabase function, as whoever is signed in, or as anybody. */
export function sendDirect(url: string, key: string): Send {
  client ??= createSessionClient(url, key);
  const { functions } = client;
  return async (body) => {
    const options = { body, timeout: answerTimeoutMs };
    const { data, error } = await functions.invoke(functionName, options);
    if (data?.error) throw new Error(data.error.message);
    if (error) throw error instanceof Error ? new Error(await ownMessage(error)) : error;
    return typeof data?.message === 'string' ? data.message : undefined;
  };
}

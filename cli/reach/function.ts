import type { Settings } from '../../shared/settings/schema.ts';
import { functionName } from '../../shared/signup/contract.ts';
import { type Cause, innermost, networkCause, Unreachable } from './causes.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What a response that is not ours means. 540 is Supabase’s status for a paused project. */
function httpCause(status: number, text: string): Cause {
  if (status === 540 || /project.{0,20}paused/i.test(text)) return 'paused_project';
  if (status === 401 || status === 403) return 'wrong_key';
  return status === 404 ? 'function_missing' : 'http';
}

async function explain(error: unknown): Promise<Unreachable> {
  if (isRecord(error) && error.context instanceof Response) {
    const { status, headers } = error.context;
    const text = (await error.context.text().catch(() => '')).slice(0, 300);
    const isRelay = error.name === 'FunctionsRelayError' || headers.get('x-relay-error') === 'true';
    return new Unreachable(isRelay ? 'relay' : httpCause(status, text), `${status} ${text}`.trim());
  }
  return new Unreachable(networkCause(error) ?? 'http', innermost(error));
}

/** The error code that our handler wrote into a refusal; null for anybody else’s. */
async function ownCode(error: unknown): Promise<unknown> {
  if (!isRecord(error) || !(error.context instanceof Response)) return null;
  const body: unknown = await error.context
    .clone()
    .json()
    .catch(() => null);
  return isRecord(body) && isRecord(body.error) ? body.error.code : null;
}

/** The deployed function, asked through the same client as the server uses. */
export function deployedFunction(settings: Settings, url: string) {
  const key = settings.SUPABASE_PUBLISHABLE_KEY ?? settings.SUPABASE_ANON_KEY ?? '';
  const load = async () => {
    // Most commands never ask Supabase anything, and loading its client takes longer than they do.
    const { createClient } = await import('@supabase/supabase-js');
    return createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  };
  let loaded: ReturnType<typeof load> | undefined;
  const client = () => {
    loaded ??= load();
    return loaded;
  };
  const invoke = async (options: { method?: 'GET'; body?: Record<string, unknown> }) => {
    const { functions } = await client();
    const signal = AbortSignal.timeout(settings.UPSTREAM_TIMEOUT_MS);
    return functions.invoke(functionName, { ...options, signal });
  };
  return {
    /** GET, which touches no database. Rejects with Unreachable. */
    async health(): Promise<void> {
      const { data, error } = await invoke({ method: 'GET' });
      if (error) throw await explain(error);
      if (!isRecord(data) || data.ok !== true) {
        throw new Unreachable('http', 'something else answers under the function’s name');
      }
    },
    /** Whether our key opens it: an empty sign-up must be refused for its emptiness, not for the key. */
    async acceptsKey(): Promise<void> {
      const { error } = await invoke({ body: {} });
      if (!error || (await ownCode(error)) === 'invalid_request') return;
      throw await explain(error);
    },
    /** A whole sign-up. Rejects with Unreachable. */
    async signUp(body: Record<string, unknown>): Promise<void> {
      const { error } = await invoke({ body });
      if (error) throw await explain(error);
    },
  };
}

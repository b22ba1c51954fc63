import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type EntryOutcome, entryOutcomeSchema } from '../../shared/entry/entry.ts';
import { hasOutbox, supabaseKeyOf } from '../../shared/settings/backend.ts';
import {
  canaryHeader,
  checkedHeader,
  entryEnding,
  fillTimeHeader,
  functionName,
  proxySecretHeader,
  unknownFillTime,
  visitorHeader,
  waitedHeader,
} from '../../shared/signup/contract.ts';
import { type SignupInput, toRequest } from '../../shared/signup/fields.ts';
import { isJudged, refusal } from '../../shared/signup/outcomes.ts';
import {
  type AcceptedSignup,
  type DailyCount,
  type StoredNotice,
  type WriteRequest,
  writtenSchema,
} from '../../shared/signup/store.ts';
import { timeouts } from '../stores/timeouts.ts';
import type { BackendDependencies, Sender } from './backend.ts';
import { causeOf, toOutcome, type UpstreamOutcome } from './upstream-outcome.ts';

/** With this many calls under way, the next sign-up is refused, so that pages stay quick. */
const mostUnderWay = 256;
const retryAfterSeconds = 2;

/** How long a health check of the function may take, in milliseconds. */
const healthTimeoutMs = 1_500;

export type SupabaseService = ReturnType<typeof createSupabaseService>;

/** The client of the function, and what each call of it needs. */
type Parts = BackendDependencies & {
  functions: SupabaseClient['functions'];
  /** `SIGNUP_PROXY_SECRET`. */
  secret: string | undefined;
};

/** One call of the function with a sign-up. */
interface Call {
  /** The request id in the log. */
  id: string;
  signup: SignupInput;
  hasNoClock: boolean;
  /** Headers that the function trusts only together with the shared secret. */
  trusted: Record<string, string>;
  /** Milliseconds for the whole call. */
  timeoutMs: number;
}

/** Returns the function that sends a sign-up. It refuses a sign-up while {@link mostUnderWay} calls are under way. */
function createCall({ functions, secret, log, metrics }: Parts) {
  let underWay = 0;
  const invoke = ({ signup, hasNoClock, trusted, timeoutMs }: Call) =>
    functions
      .invoke(functionName, {
        body: signup,
        // The client’s own `timeout` does not end the reading of an error’s body (supabase-js 2.119).
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...(hasNoClock ? { [fillTimeHeader]: unknownFillTime } : {}),
          ...(secret === undefined ? {} : { ...trusted, [proxySecretHeader]: secret }),
        },
      })
      .catch((thrown: unknown) => ({ data: null, error: thrown }));
  return async (call: Call): Promise<UpstreamOutcome> => {
    if (underWay >= mostUnderWay) {
      return { ...refusal('unavailable', retryAfterSeconds), isAnswered: false };
    }
    underWay += 1;
    const start = performance.now();
    const { data, error } = await invoke(call);
    underWay -= 1;
    metrics?.upstream((performance.now() - start) / 1000);
    const outcome = await toOutcome(data, error);
    if (!outcome.ok && !isJudged(outcome)) {
      const [{ id }, { code }] = [call, outcome];
      log.warn({ id, code, cause: causeOf(error) }, 'the function gave no verdict on a sign-up');
      if (code === 'unavailable') metrics?.error('database');
    }
    return outcome;
  };
}

/**
 * Writes what only the server may write. Rejects on any answer that is not the function’s own. Without the shared
 * secret the function would refuse the request, so nothing is sent.
 */
async function put(
  { functions, secret, settings }: Parts,
  body: WriteRequest,
  what: string,
): Promise<void> {
  if (secret === undefined) return;
  const { data, error } = await functions.invoke(functionName, {
    method: 'PUT',
    body: { ...body },
    headers: { [proxySecretHeader]: secret },
    signal: AbortSignal.timeout(settings.UPSTREAM_TIMEOUT_MS),
  });
  if (error || !writtenSchema.safeParse(data).success) {
    throw new Error(`${what} could not be written: ${causeOf(error)}`);
  }
}

/** Shows or changes an entry by the function. Never rejects. */
async function askEntry(
  { functions, secret, settings, log }: Parts,
  request: unknown,
  id: string,
): Promise<EntryOutcome> {
  const { data, error } = await functions
    .invoke(`${functionName}${entryEnding}`, {
      body: { ...Object(request) },
      headers: secret === undefined ? {} : { [proxySecretHeader]: secret },
      signal: AbortSignal.timeout(settings.UPSTREAM_TIMEOUT_MS),
    })
    .catch((thrown: unknown) => ({ data: null, error: thrown }));
  const { success, data: outcome } = entryOutcomeSchema.safeParse(data);
  if (success && !error) return outcome;
  log.error({ id, cause: causeOf(error) }, 'the function gave no answer about an entry');
  return { end: 'unavailable' };
}

/** Rejects with the reason when the function does not answer. */
async function requireReady(url: string, key: string): Promise<void> {
  const response = await fetch(`${url}/functions/v1/${functionName}`, {
    headers: { apikey: key },
    signal: AbortSignal.timeout(healthTimeoutMs),
  }).catch((error) => {
    throw new Error(`${functionName} is out of reach: ${causeOf(error)}`);
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${functionName} answers ${response.status}`);
}

/** Calls the function in Supabase’s edge runtime, through one client for the whole process. */
export function createSupabaseService(dependencies: BackendDependencies) {
  const { settings } = dependencies;
  const { SUPABASE_URL: url = '', SIGNUP_PROXY_SECRET: secret, UPSTREAM_TIMEOUT_MS } = settings;
  const key = supabaseKeyOf(settings) ?? '';
  const { functions } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const parts: Parts = { ...dependencies, functions, secret };
  const call = createCall(parts);
  // A visitor waits for a sign-up, and the outbox needs a part of that time.
  const visitorMs = hasOutbox(settings) ? timeouts.functionMs : timeouts.signupMs;
  return {
    entry: (request: unknown, id: string) => askEntry(parts, request, id),
    submit(signup: SignupInput, { visitor, requestId, isCanary, hasNoClock = false }: Sender) {
      const trusted = {
        ...(visitor === null ? {} : { [visitorHeader]: visitor }),
        ...(isCanary && secret !== undefined ? { [canaryHeader]: secret } : {}),
      };
      const timeoutMs = Math.min(UPSTREAM_TIMEOUT_MS, visitorMs);
      return call({ id: requestId, signup, hasNoClock, trusted, timeoutMs });
    },
    /** Sends a sign-up from the outbox, which this server judged and counted before. */
    submitChecked: (row: AcceptedSignup) =>
      call({
        id: 'outbox',
        signup: toRequest(row),
        hasNoClock: row.formFillTime === null,
        trusted: { [checkedHeader]: row.botCheck, [waitedHeader]: String(row.waitedMs) },
        timeoutMs: UPSTREAM_TIMEOUT_MS,
      }),
    /** Adds to the daily counts. */
    addCounts: (counts: readonly DailyCount[]) =>
      put(parts, { counts: [...counts] }, 'the daily counts'),
    /** Adds the notice that this server shows. */
    addNotice: (notice: StoredNotice) => put(parts, { notice }, 'the notice'),
    requireReady: () => requireReady(url, key),
  };
}

import { createClient } from '@supabase/supabase-js';
import { entryOutcomeSchema } from '../../shared/entry/entry.ts';
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
import type { Backend, BackendDependencies, Sender } from './backend.ts';
import { causeOf, toOutcome, type UpstreamOutcome } from './upstream-outcome.ts';

/** With this many calls under way, the next sign-up is refused, so that pages stay quick. */
const mostUnderWay = 256;
const retryAfterSeconds = 2;

/** How long a health check of the function may take, in milliseconds. */
const healthTimeoutMs = 1_500;

export type SupabaseService = ReturnType<typeof createSupabaseService>;

/** Calls the function in Supabase’s edge runtime, through one client for the whole process. */
export function createSupabaseService({ settings, log, metrics }: BackendDependencies) {
  const { SIGNUP_PROXY_SECRET: secret, UPSTREAM_TIMEOUT_MS: timeout } = settings;
  // A visitor waits for a sign-up, and the outbox needs a part of that time.
  const visitorTimeout = Math.min(
    timeout,
    hasOutbox(settings) ? timeouts.functionMs : timeouts.signupMs,
  );
  const { SUPABASE_URL: url = '' } = settings;
  const key = supabaseKeyOf(settings) ?? '';
  const { functions } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  let underWay = 0;
  /**
   * @param trusted headers that the function trusts only together with the shared secret.
   * @param timeoutMs for the whole call.
   */
  const call = async (
    id: string,
    signup: SignupInput,
    hasNoClock: boolean,
    trusted: Record<string, string>,
    timeoutMs: number,
  ): Promise<UpstreamOutcome> => {
    if (underWay >= mostUnderWay) {
      return { ...refusal('unavailable', retryAfterSeconds), isAnswered: false };
    }
    underWay += 1;
    const start = performance.now();
    const { data, error } = await functions
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
    underWay -= 1;
    metrics?.upstream((performance.now() - start) / 1000);
    const outcome = await toOutcome(data, error);
    if (!outcome.ok && !isJudged(outcome)) {
      const { code } = outcome;
      log.warn({ id, code, cause: causeOf(error) }, 'the function gave no verdict on a sign-up');
      if (code === 'unavailable') metrics?.error('database');
    }
    return outcome;
  };
  /**
   * Writes what only the server may write. Rejects on any answer that is not the function’s own. Without the shared
   * secret the function would refuse the request, so nothing is sent.
   */
  const put = async (body: WriteRequest, what: string): Promise<void> => {
    if (secret === undefined) return;
    const { data, error } = await functions.invoke(functionName, {
      method: 'PUT',
      body: { ...body },
      headers: { [proxySecretHeader]: secret },
      timeout,
    });
    if (error || !writtenSchema.safeParse(data).success) {
      throw new Error(`${what} could not be written: ${causeOf(error)}`);
    }
  };
  /** Shows or changes an entry by the function. */
  const entry: NonNullable<Backend['entry']> = async (request, id) => {
    const { data, error } = await functions
      .invoke(`${functionName}${entryEnding}`, {
        body: { ...Object(request) },
        headers: secret === undefined ? {} : { [proxySecretHeader]: secret },
        signal: AbortSignal.timeout(timeout),
      })
      .catch((thrown: unknown) => ({ data: null, error: thrown }));
    const { success, data: outcome } = entryOutcomeSchema.safeParse(data);
    if (success && !error) return outcome;
    log.error({ id, cause: causeOf(error) }, 'the function gave no answer about an entry');
    return { end: 'unavailable' };
  };
  return {
    entry,
    submit(signup: SignupInput, { visitor, requestId, isCanary, hasNoClock = false }: Sender) {
      const trusted = {
        ...(visitor === null ? {} : { [visitorHeader]: visitor }),
        ...(isCanary && secret !== undefined ? { [canaryHeader]: secret } : {}),
      };
      return call(requestId, signup, hasNoClock, trusted, visitorTimeout);
    },
    /** Sends a sign-up from the outbox, which this server judged and counted before. */
    submitChecked(row: AcceptedSignup) {
      const hasNoClock = row.formFillTime === null;
      const trusted = { [checkedHeader]: row.botCheck };
      return call('outbox', toRequest(row), hasNoClock, trusted, timeout);
    },
    /** Adds to the daily counts. */
    addCounts: (counts: readonly DailyCount[]) => put({ counts: [...counts] }, 'the daily counts'),
    /** Adds the notice that this server shows. */
    addNotice: (notice: StoredNotice) => put({ notice }, 'the notice'),
    async requireReady() {
      const response = await fetch(`${url}/functions/v1/${functionName}`, {
        headers: { apikey: key },
        signal: AbortSignal.timeout(healthTimeoutMs),
      }).catch((error) => {
        throw new Error(`${functionName} is out of reach: ${causeOf(error)}`);
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`${functionName} answers ${response.status}`);
    },
  };
}

import { createClient } from '@supabase/supabase-js';
import { supabaseKeyOf } from '../../shared/settings/backend.ts';
import {
  canaryHeader,
  checkedHeader,
  functionName,
  proxySecretHeader,
  visitorHeader,
} from '../../shared/signup/contract.ts';
import { refusal, type SignupErrorCode } from '../../shared/signup/outcomes.ts';
import type { AcceptedSignup, DailyCount } from '../../shared/signup/store.ts';
import { finalCodes } from '../outbox/replay.ts';
import type { BackendParts, Sender, SignupInput } from './service.ts';
import { causeOf, toOutcome, type UpstreamOutcome } from './upstream-outcome.ts';

/** Past this many sign-ups under way the next is told to come back, so that pages stay quick. */
const mostUnderWay = 256;
const retryAfterSeconds = 2;

/** How long a health check of the function may take, in milliseconds. */
const healthTimeoutMs = 1_500;

/** Whether no visitor can have brought it about: then something is down, or a key or an address is wrong. */
const isOurFault = (code: SignupErrorCode): boolean =>
  code !== 'rate_limited' && !finalCodes.has(code);

export type SupabaseService = ReturnType<typeof createSupabaseService>;

/** The function in Supabase’s edge runtime, through the one client of this process. */
export function createSupabaseService({ settings, log, metrics }: BackendParts) {
  const { SIGNUP_PROXY_SECRET: secret, UPSTREAM_TIMEOUT_MS: timeout } = settings;
  const { SUPABASE_URL: url = '' } = settings;
  const key = supabaseKeyOf(settings) ?? '';
  const { functions } = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  let underWay = 0;
  /** @param trusted headers that only count together with the shared secret. */
  const call = async (
    id: string,
    body: object,
    trusted: Record<string, string>,
  ): Promise<UpstreamOutcome> => {
    if (underWay >= mostUnderWay) {
      return { ...refusal('unavailable', retryAfterSeconds), fault: 'unreached' };
    }
    underWay += 1;
    const start = performance.now();
    const { data, error } = await functions
      .invoke(functionName, {
        body,
        // Not its own time limit, which does not hold for the body of a refusal (supabase-js 2.119).
        signal: AbortSignal.timeout(timeout),
        headers: secret === undefined ? {} : { ...trusted, [proxySecretHeader]: secret },
      })
      .catch((thrown: unknown) => ({ data: null, error: thrown }));
    underWay -= 1;
    metrics?.upstream((performance.now() - start) / 1000);
    const outcome = await toOutcome(data, error);
    if (!outcome.ok && isOurFault(outcome.code)) {
      const { code } = outcome;
      log.warn({ id, code, cause: causeOf(error) }, 'a sign-up could not be saved');
    }
    if (!outcome.ok && outcome.code === 'unavailable') metrics?.error('database');
    return outcome;
  };
  return {
    submit(signup: SignupInput, { visitor, requestId, isCanary }: Sender) {
      return call(requestId, signup, {
        ...(visitor === null ? {} : { [visitorHeader]: visitor }),
        ...(isCanary && secret !== undefined ? { [canaryHeader]: secret } : {}),
      });
    },
    /** Sends what was checked and kept in the outbox before. */
    submitKept({ email, source, botCheck, userAgent, formFillTimeMs }: AcceptedSignup) {
      const body = { email, source, turnstileToken: null, userAgent, formFillTime: formFillTimeMs };
      return call('outbox', body, { [checkedHeader]: botCheck });
    },
    /** Needs the shared secret; without one nothing is kept. */
    async addCounts(counts: readonly DailyCount[]) {
      if (secret === undefined) return;
      const { error } = await functions.invoke(functionName, {
        method: 'PUT',
        body: { counts },
        headers: { [proxySecretHeader]: secret },
        timeout,
      });
      if (error) throw new Error(`the counts of the day were not kept: ${causeOf(error)}`);
    },
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

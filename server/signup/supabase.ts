import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Settings } from '../../shared/settings/schema.ts';
import {
  canaryHeader,
  checkedHeader,
  functionName,
  proxySecretHeader,
  refusal,
  type SignupErrorCode,
  signupErrors,
  visitorHeader,
} from '../../shared/signup/contract.ts';
import type { AddCounts } from '../../shared/signup/daily-counts.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import type { Readiness, Sender, SignupInput, SignupMetrics } from './service.ts';
import { causeOf, toOutcome, type UpstreamOutcome } from './upstream-outcome.ts';

/** Past this many sign-ups under way the next is told to come back, so that pages stay quick. */
const mostUnderWay = 256;
const retryAfterSeconds = 2;

/** How long a health check of the function may take, in milliseconds. */
const healthTimeoutMs = 1_500;

/** Refusals that no visitor can bring about: then a key or an address is wrong, here or there. */
const misconfigured: ReadonlySet<SignupErrorCode> = new Set([
  'unauthorized',
  'forbidden_origin',
  'not_found',
  'method_not_allowed',
]);

const isOurFault = (code: SignupErrorCode): boolean =>
  signupErrors[code].status >= 500 || misconfigured.has(code);

/** The function in Supabase’s edge runtime, through the one client of this process. */
export interface SupabaseService {
  submit(signup: SignupInput, sender: Sender): Promise<UpstreamOutcome>;
  /** Sends what was checked and kept in the outbox before. */
  submitKept(signup: AcceptedSignup): Promise<UpstreamOutcome>;
  readiness(): Promise<Readiness>;
  /** Needs the shared secret; without one nothing is kept. */
  addCounts: AddCounts;
}

const createSupabaseClient = (url: string, key: string): SupabaseClient =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

interface Call {
  body: object;
  /** Headers that only count together with the shared secret. */
  trusted: Record<string, string>;
  id: string;
  signal?: AbortSignal | undefined;
}

/** @param url of the project. @param key that visitors’ clients may show. */
export function createSupabaseService(
  { SIGNUP_PROXY_SECRET: secret, UPSTREAM_TIMEOUT_MS }: Settings,
  { url, key }: { url: string; key: string },
  log: Logger,
  metrics: SignupMetrics | null,
): SupabaseService {
  const client = createSupabaseClient(url, key);
  let underWay = 0;
  const invoke = ({ body, trusted, signal }: Call) => {
    const timeout = AbortSignal.timeout(UPSTREAM_TIMEOUT_MS);
    return client.functions
      .invoke(functionName, {
        body,
        // functions.invoke drops its own time limit where it is given a signal (supabase-js 2.119).
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        headers: secret === undefined ? {} : { ...trusted, [proxySecretHeader]: secret },
      })
      .catch((error: unknown) => ({ data: null, error }));
  };
  const call = async (request: Call): Promise<UpstreamOutcome> => {
    if (underWay >= mostUnderWay) {
      return { ...refusal('unavailable', retryAfterSeconds), fault: 'overload' };
    }
    underWay += 1;
    const start = performance.now();
    const { data, error } = await invoke(request);
    underWay -= 1;
    metrics?.upstream((performance.now() - start) / 1000);
    const outcome = await toOutcome(data, error);
    if (!outcome.ok && isOurFault(outcome.code)) {
      const { code } = outcome;
      log.warn({ id: request.id, code, cause: causeOf(error) }, 'a sign-up could not be saved');
    }
    if (!outcome.ok && outcome.code === 'unavailable') metrics?.error('database');
    return outcome;
  };
  return {
    submit(signup, { visitor, requestId, isCanary, signal }) {
      const trusted = {
        ...(visitor === null ? {} : { [visitorHeader]: visitor }),
        ...(isCanary && secret !== undefined ? { [canaryHeader]: secret } : {}),
      };
      return call({ body: signup, trusted, id: requestId, signal });
    },
    submitKept({ email, source, botCheck, userAgent, formFillTimeMs }) {
      const body = { email, source, turnstileToken: null, userAgent, formFillTime: formFillTimeMs };
      return call({ body, trusted: { [checkedHeader]: botCheck }, id: 'outbox' });
    },
    async addCounts(counts) {
      if (secret === undefined) return;
      const { error } = await client.functions.invoke(functionName, {
        method: 'PUT',
        body: { counts },
        headers: { [proxySecretHeader]: secret },
        timeout: UPSTREAM_TIMEOUT_MS,
      });
      if (error) throw new Error(`the counts of the day were not kept: ${causeOf(error)}`);
    },
    async readiness() {
      try {
        const response = await fetch(`${url}/functions/v1/${functionName}`, {
          headers: { apikey: key },
          signal: AbortSignal.timeout(healthTimeoutMs),
        });
        await response.body?.cancel();
        if (response.ok) return { ready: true };
        return { ready: false, reason: `${functionName} answers ${response.status}` };
      } catch (error) {
        return { ready: false, reason: `${functionName} is out of reach: ${causeOf(error)}` };
      }
    },
  };
}

import type { SupabaseClient } from '@supabase/supabase-js';
import {
  functionName,
  proxySecretHeader,
  refusal,
  type SignupOutcome,
  signupErrors,
  visitorHeader,
} from '../shared/signup/contract.ts';
import type { Backend } from './backends/backend.ts';
import type { LateBackend } from './late-backend.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { causeOf, toOutcome } from './outcome.ts';
import type { Signup } from './signup.ts';

/** Past this many sign-ups in flight the next is told to come back, so that pages stay quick. */
const maxInFlight = 256;
const retryAfterSeconds = 2;

export interface UpstreamOptions {
  load: LateBackend['load'];
  /** Milliseconds one sign-up may take. */
  timeoutMs: number;
  log: Logger;
  metrics: Metrics | null;
}

/** Who sends, and under which id it is logged. */
export interface Sender {
  visitor: string | null;
  id: string;
}

export interface Upstream {
  /** Never rejects: every way to fail is an outcome. */
  send(signup: Signup, from: Sender): Promise<SignupOutcome>;
}

async function createUpstreamClient(target: Backend['function']): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js');
  return createClient(target.url, target.key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(target.fetch ? { global: { fetch: target.fetch } } : {}),
  });
}

interface Line {
  client: SupabaseClient;
  proxySecret: string | undefined;
}

async function connect(load: LateBackend['load']): Promise<Line> {
  const { function: target, proxySecret } = await load();
  return { client: await createUpstreamClient(target), proxySecret };
}

/** The one client through which every sign-up of this process goes; loaded by the first, as it costs 8 MB. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { timeoutMs, log, metrics } = options;
  let loaded: Promise<Line> | undefined;
  let inFlight = 0;
  const load = () => {
    loaded ??= connect(options.load);
    return loaded;
  };
  const judge = async (data: unknown, error: unknown, id: string): Promise<SignupOutcome> => {
    const outcome = await toOutcome(data, error);
    if (!outcome.ok && signupErrors[outcome.code].status >= 500) {
      log.warn({ id, code: outcome.code, cause: causeOf(error) }, 'a sign-up could not be saved');
    }
    return outcome;
  };
  const invoke = async (signup: Signup, { visitor, id }: Sender): Promise<SignupOutcome> => {
    const { client, proxySecret } = await load();
    const vouched = proxySecret !== undefined && visitor !== null;
    // Not AbortSignal.timeout, which would keep what it refers to until it fires, long after the answer.
    // A visitor who leaves does not end this: what was pressed is saved.
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), timeoutMs);
    try {
      const { data, error } = await client.functions.invoke(functionName, {
        body: { ...signup },
        signal: aborter.signal,
        headers: vouched ? { [visitorHeader]: visitor, [proxySecretHeader]: proxySecret } : {},
      });
      return await judge(data, error, id);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async send(signup, from) {
      if (inFlight >= maxInFlight) return refusal('unavailable', retryAfterSeconds);
      inFlight += 1;
      const start = performance.now();
      try {
        return await invoke(signup, from);
      } catch (error) {
        log.error({ id: from.id, err: error }, 'the client could not be loaded');
        return refusal('upstream_fetch');
      } finally {
        inFlight -= 1;
        metrics?.upstream((performance.now() - start) / 1000);
      }
    },
  };
}

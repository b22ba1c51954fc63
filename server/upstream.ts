import type { SupabaseClient } from '@supabase/supabase-js';
import {
  functionName,
  proxySecretHeader,
  refusal,
  type SignupOutcome,
  visitorHeader,
} from '../shared/signup/contract.ts';
import type { Backend } from './backends/index.ts';
import { toOutcome } from './outcome.ts';

/** What is handed on; the function judges it. */
export interface Signup {
  email: unknown;
  source: unknown;
  turnstileToken: unknown;
  formFillTime: unknown;
  userAgent: unknown;
  website?: unknown;
}

/** Past this many sign-ups in flight the next is told to come back, so that pages stay quick. */
const maxInFlight = 256;
const retryAfterSeconds = 2;

export interface UpstreamOptions {
  function: Backend['function'];
  /** Milliseconds one sign-up may take. */
  timeoutMs: number;
  proxySecret: string | undefined;
}

export interface Upstream {
  /** Never rejects: every way to fail is an outcome. */
  send(signup: Signup, visitor: string | null): Promise<SignupOutcome>;
  /** Loads the client ahead of the first sign-up. */
  warm(): Promise<void>;
}

async function createUpstreamClient(target: Backend['function']): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js');
  return createClient(target.url, target.key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(target.fetch ? { global: { fetch: target.fetch } } : {}),
  });
}

/** The one client through which every sign-up of this process goes. */
export function createUpstream({
  function: target,
  timeoutMs,
  proxySecret,
}: UpstreamOptions): Upstream {
  let client: Promise<SupabaseClient> | undefined;
  let inFlight = 0;
  const load = () => {
    client ??= createUpstreamClient(target);
    return client;
  };
  const invoke = async (signup: Signup, visitor: string | null): Promise<SignupOutcome> => {
    const { functions } = await load();
    const vouched =
      proxySecret && visitor
        ? { [visitorHeader]: visitor, [proxySecretHeader]: proxySecret }
        : undefined;
    // A visitor who leaves does not end this: what was pressed is saved.
    const signal = AbortSignal.timeout(timeoutMs);
    const { data, error } = await functions.invoke(functionName, {
      body: { ...signup },
      signal,
      ...(vouched ? { headers: vouched } : {}),
    });
    return toOutcome(data, error);
  };
  return {
    async send(signup, visitor) {
      if (inFlight >= maxInFlight) return refusal('unavailable', retryAfterSeconds);
      inFlight += 1;
      try {
        return await invoke(signup, visitor);
      } finally {
        inFlight -= 1;
      }
    },
    async warm() {
      await load();
    },
  };
}

import type { SupabaseClient } from '@supabase/supabase-js';
import {
  checkedHeader,
  functionName,
  proxySecretHeader,
  refusal,
  type SignupErrorCode,
  type SignupOutcome,
  signupErrors,
  visitorHeader,
} from '../shared/signup/contract.ts';
import type { AcceptedSignup } from '../shared/signup/ports.ts';
import type { Backend } from './backends/backend.ts';
import { createLate } from './late.ts';
import type { LateBackend } from './late-backend.ts';
import type { LateOutbox } from './late-outbox.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { causeOf, isUnreached, toOutcome } from './outcome.ts';
import type { Signup } from './signup.ts';

/** Past this many sign-ups in flight the next is told to come back, so that pages stay quick. */
const maxInFlight = 256;
const retryAfterSeconds = 2;

/** Refusals that no visitor can bring about: then a key or an address is wrong, here or there. */
const misconfigured: ReadonlySet<SignupErrorCode> = new Set([
  'unauthorized',
  'forbidden_origin',
  'not_found',
  'method_not_allowed',
]);

const isOurs = (code: SignupErrorCode): boolean =>
  signupErrors[code].status >= 500 || misconfigured.has(code);

export interface UpstreamOptions {
  load: LateBackend['load'];
  /** Milliseconds one sign-up may take. */
  timeoutMs: number;
  log: Logger;
  metrics: Metrics | null;
  /** Where a sign-up is kept while the function is out of reach; null: it is not kept. */
  outbox: () => Pick<LateOutbox, 'keep'> | null;
}

/** Who sends, and under which id it is logged. */
export interface Sender {
  visitor: string | null;
  id: string;
}

export interface Upstream {
  /** Never rejects: every way to fail is an outcome. */
  send(signup: Signup, from: Sender): Promise<SignupOutcome>;
  /** Sends what was checked and kept before. Never rejects either. */
  sendKept(signup: AcceptedSignup): Promise<SignupOutcome>;
}

/** How one call of the function ended, and whether that is a reason to keep the sign-up. */
interface Attempt {
  outcome: SignupOutcome;
  isUnreached: boolean;
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

interface Call {
  body: Record<string, unknown>;
  /** The headers of a proxy that proves itself. */
  vouch: (secret: string) => Record<string, string>;
  id: string;
}

/** The one client through which every sign-up of this process goes; loaded by the first, as it costs 8 MB. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { timeoutMs, log, metrics } = options;
  const { load } = createLate(() => connect(options.load));
  let inFlight = 0;
  const judge = async (data: unknown, error: unknown, id: string): Promise<Attempt> => {
    const outcome = await toOutcome(data, error);
    if (!outcome.ok && isOurs(outcome.code)) {
      log.warn({ id, code: outcome.code, cause: causeOf(error) }, 'a sign-up could not be saved');
    }
    // So the function says that its database did not answer.
    if (!outcome.ok && outcome.code === 'unavailable') metrics?.error('database');
    return { outcome, isUnreached: isUnreached(outcome, error) };
  };
  const invoke = async (call: Call): Promise<Attempt> => {
    const { client, proxySecret } = await load();
    // Not AbortSignal.timeout, which would keep what it refers to until it fires, long after the answer.
    // A visitor who leaves does not end this: what was pressed is saved.
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), timeoutMs);
    try {
      const { data, error } = await client.functions.invoke(functionName, {
        body: call.body,
        signal: aborter.signal,
        headers: proxySecret === undefined ? {} : call.vouch(proxySecret),
      });
      return await judge(data, error, call.id);
    } finally {
      clearTimeout(timer);
    }
  };
  const attempt = async (call: Call): Promise<Attempt> => {
    if (inFlight >= maxInFlight) {
      return { outcome: refusal('unavailable', retryAfterSeconds), isUnreached: true };
    }
    inFlight += 1;
    const start = performance.now();
    try {
      return await invoke(call);
    } catch (error) {
      log.error({ id: call.id, err: error }, 'the client could not be loaded');
      return { outcome: refusal('upstream_fetch'), isUnreached: true };
    } finally {
      inFlight -= 1;
      metrics?.upstream((performance.now() - start) / 1000);
    }
  };
  return {
    async send(signup, { visitor, id }) {
      const vouch = (secret: string): Record<string, string> =>
        visitor === null ? {} : { [visitorHeader]: visitor, [proxySecretHeader]: secret };
      const { outcome, isUnreached } = await attempt({ body: { ...signup }, vouch, id });
      const outbox = isUnreached ? options.outbox() : null;
      if (!outbox) return outcome;
      const kept = await outbox.keep(signup, visitor);
      // A rule that it breaks is told; where it could not be kept, what kept it from being sent.
      return kept.ok || signupErrors[kept.code].status < 500 ? kept : outcome;
    },
    async sendKept({ email, source, botCheck, userAgent, formFillTimeMs }) {
      const vouch = (secret: string) => ({
        [checkedHeader]: botCheck,
        [proxySecretHeader]: secret,
      });
      const body = { email, source, turnstileToken: null, userAgent, formFillTime: formFillTimeMs };
      return (await attempt({ body, vouch, id: 'outbox' })).outcome;
    },
  };
}

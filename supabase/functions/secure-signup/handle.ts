import * as z from 'zod/mini';
import { isSameSecret } from '../../../shared/same-secret.ts';
import { canaryHeader, checkedHeader } from '../../../shared/signup/contract.ts';
import {
  type Refusal,
  refusal,
  type SignupOutcome,
  signupErrors,
} from '../../../shared/signup/outcomes.ts';
import {
  type ProcessDependencies,
  processSignup,
  type Trust,
} from '../../../shared/signup/process.ts';
import { botVerdicts, dailyCountsSchema, type SignupStore } from '../../../shared/signup/store.ts';
import { isKnownCaller, isProxy, visitorAddress } from './callers.ts';
import { crossOriginHeaders, isForeign } from './cross-origin.ts';
import { readBody } from './read-body.ts';

/** What the function needs of the place it runs in. */
export interface FunctionDependencies extends ProcessDependencies {
  store: SignupStore;
  /** Null: nobody is believed about whom they speak for. */
  proxySecret: string | null;
  /** Whether the function runs on supabase.com. */
  isHosted: boolean;
  /** Keys that a caller may show. */
  acceptedKeys: readonly string[];
  /** Exact origins that a browser may call from (direct transport). */
  allowedOrigins: readonly string[];
}

const countsSchema = z.object({ counts: dailyCountsSchema });

async function read(request: Request): Promise<{ input: unknown } | Refusal> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) return refusal('unsupported_media_type');
  try {
    const body = await readBody(request);
    return body === null ? refusal('too_large') : { input: JSON.parse(body) };
  } catch {
    // No JSON, or a body that broke off.
    return refusal('invalid_request');
  }
}

/** What the request may claim; a refusal where it claims what only the server’s secret allows. */
function trustOf(request: Request, dependencies: FunctionDependencies): Trust | Refusal {
  const { proxySecret } = dependencies;
  const visitor = visitorAddress(request, dependencies);
  const canary = request.headers.get(canaryHeader);
  if (canary !== null) {
    const isCanary = proxySecret !== null && isSameSecret(canary, proxySecret);
    return isCanary ? { visitor, isCanary } : refusal('unauthorized');
  }
  const verdict = request.headers.get(checkedHeader);
  if (verdict === null) return { visitor };
  const checked = botVerdicts.find((known) => known === verdict);
  if (checked === undefined || !isProxy(request, proxySecret)) return refusal('unauthorized');
  return { visitor, checked };
}

/** Counts of the day, from the server alone. */
async function addCounts(
  request: Request,
  { proxySecret, store, onError }: FunctionDependencies,
): Promise<SignupOutcome> {
  if (!isProxy(request, proxySecret)) return refusal('unauthorized');
  const body = await read(request);
  if ('ok' in body) return body;
  const parsed = countsSchema.safeParse(body.input);
  if (!parsed.success) return refusal('invalid_request');
  try {
    await store.addCounts(parsed.data.counts);
    return { ok: true };
  } catch (error) {
    onError(error);
    return refusal('unavailable');
  }
}

async function decide(
  request: Request,
  dependencies: FunctionDependencies,
): Promise<SignupOutcome> {
  if (request.method === 'PUT') return addCounts(request, dependencies);
  if (request.method !== 'POST') return refusal('method_not_allowed');
  if (isForeign(request, dependencies.allowedOrigins)) return refusal('forbidden_origin');
  if (!isKnownCaller(request, dependencies.acceptedKeys)) return refusal('unauthorized');
  const body = await read(request);
  if ('ok' in body) return body;
  const trust = trustOf(request, dependencies);
  return 'ok' in trust ? trust : processSignup(body.input, trust, dependencies);
}

function respond(outcome: SignupOutcome, headers: Headers): Response {
  headers.set('Cache-Control', 'no-store');
  if (outcome.ok) return Response.json({ message: outcome.message }, { headers });
  const { code, message, retryAfterSeconds } = outcome;
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  if (code === 'method_not_allowed') headers.set('Allow', 'GET, OPTIONS, POST');
  const { status } = signupErrors[code];
  return Response.json({ error: { code, message } }, { status, headers });
}

/**
 * `secure-signup` over HTTP: POST judges one sign-up and saves it, PUT adds the server’s counts of the day.
 * GET answers a health check that touches no database, OPTIONS the browser’s question before a direct call.
 * Never rejects; every refusal has a code and status of {@link signupErrors}.
 */
export async function handle(
  request: Request,
  dependencies: FunctionDependencies,
): Promise<Response> {
  const headers = crossOriginHeaders(request, dependencies.allowedOrigins);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  if (request.method === 'GET') return Response.json({ ok: true }, { headers });
  return respond(await decide(request, dependencies), headers);
}

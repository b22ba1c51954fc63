import { isKnownCaller, isProxy, visitorAddress } from './callers.ts';
import {
  checkedHeader,
  isEmail,
  normaliseEmail,
  type ParsedSignup,
  refusal,
  type SignupOutcome,
  signupErrors,
  signupLimits,
  signupSchema,
  signupTexts,
} from './contract.ts';
import {
  type AcceptedSignup,
  type BotVerdict,
  botVerdicts,
  type SignupStore,
  type StoreAnswer,
  type VerifyBot,
} from './ports.ts';
import { readBody } from './read-body.ts';
import { hashVisitor } from './visitor.ts';

/** What the function needs of the place it runs in. */
export interface HandlerDependencies {
  store: SignupStore;
  /** Null where no bot check is configured. */
  verifyBot: VerifyBot | null;
  now: () => Date;
  limits: { perVisitorHour: number; perAddressDay: number; fallback: 'allow' | 'deny' };
  /** Key of the visitor’s hash. */
  ipHashSecret: () => Promise<string>;
  /** Null: nobody is believed about whom they speak for. */
  proxySecret: string | null;
  /** Keys that a caller may show; null: the caller needs none (it runs in this process). */
  acceptedKeys: readonly string[] | null;
  /** Exact origins that a browser may call from (direct transport); none: no browser calls here. */
  allowedOrigins: readonly string[];
  log: (event: Record<string, unknown>, message: string) => void;
}

const retrySoonSeconds = 5;

/** A visitor without a token is trusted less: half the hourly limit, but always one. */
const tighter = (limit: number): number => Math.max(1, Math.floor(limit / 2));

async function parse(request: Request): Promise<ParsedSignup | ReturnType<typeof refusal>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) return refusal('unsupported_media_type');
  try {
    const body = await readBody(request);
    if (body === null) return refusal('too_large');
    const parsed = signupSchema.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
  } catch {
    // No JSON, or a body that broke off, is no better than JSON of another shape.
  }
  return refusal('invalid_request');
}

/** What can be said of a sign-up without asking anyone. */
function judge(signup: ParsedSignup): ReturnType<typeof refusal> | null {
  if (!isEmail(normaliseEmail(signup.email))) return refusal('invalid_email');
  if (signup.website) return refusal('honeypot');
  if (signup.formFillTime < signupLimits.minimumFillTimeMs) return refusal('too_fast');
  return null;
}

const asAccepted = (
  signup: ParsedSignup,
  botCheck: BotVerdict,
  limitPerAddressDay: number,
): AcceptedSignup => ({
  email: normaliseEmail(signup.email),
  source: signup.source,
  botCheck,
  userAgent: signup.userAgent,
  formFillTimeMs: signup.formFillTime,
  limitPerAddressDay,
});

/**
 * A sign-up that the proxy has checked and counted before. Sent again after an answer that got lost, it
 * changes nothing: an address that is known already is not counted once more.
 */
async function saveChecked(
  signup: ParsedSignup,
  request: Request,
  { store, proxySecret }: HandlerDependencies,
): Promise<SignupOutcome> {
  const verdict = botVerdicts.find((known) => known === request.headers.get(checkedHeader));
  if (verdict === undefined || !isProxy(request, proxySecret)) return refusal('unauthorized');
  return told(await store.record(null, asAccepted(signup, verdict, 0)));
}

async function save(
  signup: ParsedSignup,
  address: string,
  dependencies: HandlerDependencies,
): Promise<SignupOutcome> {
  const { store, verifyBot, limits, ipHashSecret, now } = dependencies;
  const { turnstileToken } = signup;
  const trusted = verifyBot === null || turnstileToken !== null;
  if (!trusted && limits.fallback === 'deny') return refusal('bot_check_failed');
  const attempt = {
    visitorHash: await hashVisitor(address, await ipHashSecret(), now()),
    limitPerHour: trusted ? limits.perVisitorHour : tighter(limits.perVisitorHour),
  };
  const accepted = (botCheck: BotVerdict) => asAccepted(signup, botCheck, limits.perAddressDay);
  if (verifyBot === null || turnstileToken === null) {
    return told(await store.record(attempt, accepted('skipped')));
  }
  const counted = await store.record(attempt, null);
  if (counted.visitorRetryAfterSeconds !== null) return told(counted);
  const verdict = await verifyBot(turnstileToken, address === 'unknown' ? null : address);
  if (verdict === 'failed') return refusal('bot_check_failed');
  if (verdict === 'unavailable') return refusal('bot_check_unavailable', retrySoonSeconds);
  return told(await store.record(null, accepted('passed')));
}

const told = ({ visitorRetryAfterSeconds, saved }: StoreAnswer): SignupOutcome => {
  if (visitorRetryAfterSeconds !== null) return refusal('rate_limited', visitorRetryAfterSeconds);
  if (!saved) throw new Error('the database did not say that it saved');
  return { ok: true, message: signupTexts.success };
};

async function decide(request: Request, dependencies: HandlerDependencies): Promise<SignupOutcome> {
  if (request.method !== 'POST') return refusal('method_not_allowed');
  if (isForeign(request, dependencies.allowedOrigins)) return refusal('forbidden_origin');
  if (!isKnownCaller(request, dependencies.acceptedKeys)) return refusal('unauthorized');
  const signup = await parse(request);
  if ('ok' in signup) return signup;
  const refused = judge(signup);
  if (refused) return refused;
  const address = visitorAddress(request, dependencies.proxySecret);
  try {
    if (request.headers.has(checkedHeader)) {
      return await saveChecked(signup, request, dependencies);
    }
    return await save(signup, address, dependencies);
  } catch (error) {
    dependencies.log({ err: error }, 'a sign-up could not be saved');
    return refusal('unavailable', retrySoonSeconds);
  }
}

function respond(outcome: SignupOutcome, headers: Headers): Response {
  headers.set('Cache-Control', 'no-store');
  if (outcome.ok) return Response.json({ message: outcome.message }, { headers });
  const { code, message, retryAfterSeconds } = outcome;
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  if (code === 'method_not_allowed') headers.set('Allow', 'GET, OPTIONS, POST');
  return Response.json(
    { error: { code, message } },
    { status: signupErrors[code].status, headers },
  );
}

/** Whether a browser calls from a site that is not on the list; a server sends no origin. */
function isForeign(request: Request, allowed: readonly string[]): boolean {
  const origin = request.headers.get('origin');
  return origin !== null && allowed.length > 0 && !allowed.includes(origin);
}

/** What a browser on another origin is told; nothing for an origin that is not on the list. */
function crossOrigin(request: Request, allowed: readonly string[]): Headers {
  const headers = new Headers({ Vary: 'Origin' });
  const origin = request.headers.get('origin');
  if (!origin || !allowed.includes(origin)) return headers;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Allow-Methods', 'GET, OPTIONS, POST');
  headers.set(
    'Access-Control-Allow-Headers',
    'authorization, apikey, content-type, x-client-info, x-region',
  );
  headers.set('Access-Control-Expose-Headers', 'Retry-After');
  headers.set('Access-Control-Max-Age', '86400');
  return headers;
}

/**
 * `secure-signup`: judges one sign-up and saves it.
 * GET answers a health check that touches no database, OPTIONS the browser’s question before a direct call.
 * Never throws; every refusal has a code and status of {@link signupErrors}.
 */
export async function handle(
  request: Request,
  dependencies: HandlerDependencies,
): Promise<Response> {
  const headers = crossOrigin(request, dependencies.allowedOrigins);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  if (request.method === 'GET') return Response.json({ ok: true }, { headers });
  return respond(await decide(request, dependencies), headers);
}

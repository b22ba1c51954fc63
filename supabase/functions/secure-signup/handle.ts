import type { EntryOutcome, EntryStore } from '../../../shared/entry/entry.ts';
import { processEntry } from '../../../shared/entry/process.ts';
import { isSameSecret } from '../../../shared/same-secret.ts';
import {
  botVerdicts,
  canaryHeader,
  checkedHeader,
  entryEnding,
  fillTimeHeader,
  signupLimits,
  unknownFillTime,
} from '../../../shared/signup/contract.ts';
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
import {
  asBatch,
  batchBytes,
  type SignupStore,
  type WriteRequest,
  writeRequestSchema,
} from '../../../shared/signup/store.ts';
import { isKnownCaller, isProxy, visitorAddress } from './callers.ts';
import { crossOriginHeaders, isForeign } from './cross-origin.ts';
import { readBody } from './read-body.ts';

/** What the function needs of its runtime. */
export interface FunctionDependencies extends ProcessDependencies {
  /** Absent: the function answers no request about an entry. */
  entries?: EntryStore;
  store: SignupStore;
  /** Null: the function trusts no header about the visitor. */
  proxySecret: string | null;
  /** Whether the function runs on supabase.com. */
  isHosted: boolean;
  /** The API keys that a caller may send. */
  acceptedKeys: readonly string[];
  /** The exact origins from which a browser may call (direct transport). */
  allowedOrigins: readonly string[];
}

const allowedMethods = 'GET, HEAD, OPTIONS, POST, PUT';

/** Reads a JSON body of at most `limit` bytes. */
async function read(request: Request, limit: number): Promise<{ input: unknown } | Refusal> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) return refusal('unsupported_media_type');
  try {
    const body = await readBody(request, limit);
    return body === null ? refusal('too_large') : { input: JSON.parse(body) };
  } catch {
    // The body is no JSON, or it broke off.
    return refusal('invalid_request');
  }
}

/** Reads the headers about the sender. Refuses a header that needs the server’s secret and comes without it. */
function trustOf(request: Request, dependencies: FunctionDependencies): Trust | Refusal {
  const { proxySecret } = dependencies;
  const visitor = visitorAddress(request, dependencies);
  const hasNoClock = request.headers.get(fillTimeHeader) === unknownFillTime;
  const canary = request.headers.get(canaryHeader);
  if (canary !== null) {
    const isCanary = proxySecret !== null && isSameSecret(canary, proxySecret);
    return isCanary ? { visitor, hasNoClock, isCanary } : refusal('unauthorized');
  }
  const verdict = request.headers.get(checkedHeader);
  if (verdict === null) return { visitor, hasNoClock };
  const checked = botVerdicts.find((known) => known === verdict);
  if (checked === undefined || !isProxy(request, proxySecret)) return refusal('unauthorized');
  return { visitor, hasNoClock, checked };
}

/** Adds a notice or daily counts to the database. */
function writeTo(store: SignupStore, request: WriteRequest, now: Date): Promise<void> {
  if ('notice' in request) return store.addNotice(request.notice);
  return store.addCounts(
    'countBatch' in request ? request.countBatch : asBatch(request.counts, now),
  );
}

/** Writes what the server sends besides sign-ups. Returns null once it is written. */
async function write(
  request: Request,
  { proxySecret, store, now, onError }: FunctionDependencies,
): Promise<Refusal | null> {
  if (!isProxy(request, proxySecret)) return refusal('unauthorized');
  const body = await read(request, batchBytes);
  if ('ok' in body) return body;
  const { success, data } = writeRequestSchema.safeParse(body.input);
  if (!success) return refusal('invalid_request');
  try {
    await writeTo(store, data, now());
    return null;
  } catch (error) {
    onError(error);
    return refusal('unavailable');
  }
}

/** Returns whether a request is about an entry: its path is that of the function and {@link entryEnding}. */
const isAboutEntry = ({ url }: Request): boolean => new URL(url).pathname.endsWith(entryEnding);

/** Shows or changes an entry for the server, which alone knows the shared secret. Answers with an `EntryOutcome`. */
async function answerEntry(
  request: Request,
  { entries, linkSecret, proxySecret, hmac, now, onError }: FunctionDependencies,
): Promise<EntryOutcome | Refusal> {
  if (request.method !== 'POST') return refusal('method_not_allowed');
  if (!isProxy(request, proxySecret)) return refusal('unauthorized');
  if (!entries || !linkSecret) return refusal('not_found');
  const body = await read(request, signupLimits.bodyBytes);
  if ('ok' in body) return body;
  return processEntry(body.input, { store: entries, linkSecret, hmac, now, onError });
}

async function decide(
  request: Request,
  dependencies: FunctionDependencies,
): Promise<SignupOutcome> {
  if (request.method !== 'POST') return refusal('method_not_allowed');
  if (isForeign(request, dependencies.allowedOrigins)) return refusal('forbidden_origin');
  if (!isKnownCaller(request, dependencies.acceptedKeys)) return refusal('unauthorized');
  const body = await read(request, signupLimits.bodyBytes);
  if ('ok' in body) return body;
  const trust = trustOf(request, dependencies);
  return 'ok' in trust ? trust : processSignup(body.input, trust, dependencies);
}

function respond(outcome: SignupOutcome, headers: Headers): Response {
  headers.set('Cache-Control', 'no-store');
  if (outcome.ok) {
    const { message, receipt } = outcome;
    return Response.json({ message, receipt }, { headers });
  }
  const { code, message, retryAfterSeconds } = outcome;
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  if (code === 'method_not_allowed') headers.set('Allow', allowedMethods);
  const { status } = signupErrors[code];
  return Response.json({ error: { code, message } }, { status, headers });
}

/**
 * Answers a request to `secure-signup`: POST judges one sign-up and saves it, PUT adds the server’s daily counts or its
 * notice. POST under {@link entryEnding} shows or changes an entry for the server.
 * GET and HEAD are a health check that touches no database. OPTIONS is the preflight of a direct call.
 * Never rejects. Every refusal has a code and status of {@link signupErrors}.
 */
export async function handle(
  request: Request,
  dependencies: FunctionDependencies,
): Promise<Response> {
  const headers = crossOriginHeaders(request, dependencies.allowedOrigins);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
  if (request.method === 'GET') return Response.json({ ok: true }, { headers });
  if (request.method === 'HEAD') {
    headers.set('Content-Type', 'application/json');
    return new Response(null, { headers });
  }
  if (isAboutEntry(request)) {
    const answer = await answerEntry(request, dependencies);
    if ('ok' in answer) return respond(answer, headers);
    headers.set('Cache-Control', 'no-store');
    return Response.json(answer, { headers });
  }
  if (request.method === 'PUT') {
    const refused = await write(request, dependencies);
    if (refused) return respond(refused, headers);
    headers.set('Cache-Control', 'no-store');
    return Response.json({ written: true }, { headers });
  }
  return respond(await decide(request, dependencies), headers);
}

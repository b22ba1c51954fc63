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
  waitedHeader,
} from '../../../shared/signup/contract.ts';
import {
  type Refusal,
  refusal,
  refuse,
  type SignupOutcome,
  type Step,
  signupErrors,
} from '../../../shared/signup/outcomes.ts';
import {
  type ProcessDependencies,
  processSignup,
  type Trust,
} from '../../../shared/signup/process.ts';
import {
  countsBytes,
  type SignupStore,
  type WriteRequest,
  writeRequestSchema,
} from '../../../shared/signup/store.ts';
import { isKnownCaller, isProxy, visitorAddress } from './callers.ts';
import { crossOriginHeaders, isForeign } from './cross-origin.ts';
import { webHashToken } from './hashes.ts';
import { readBody } from './read-body.ts';

/** What the function needs of its runtime. */
export interface FunctionDependencies extends ProcessDependencies {
  entries: EntryStore;
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
async function read(request: Request, limit: number): Promise<Step<{ input: unknown }>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) return refuse('unsupported_media_type');
  try {
    const body = await readBody(request, limit);
    return body === null ? refuse('too_large') : { input: JSON.parse(body) };
  } catch {
    // The body is no JSON, or it broke off.
    return refuse('invalid_request');
  }
}

/** Reads the headers about the sender. Refuses a header that needs the server’s secret and comes without it. */
function trustOf(request: Request, dependencies: FunctionDependencies): Step<{ trust: Trust }> {
  const { proxySecret } = dependencies;
  const visitor = visitorAddress(request, dependencies);
  const hasNoClock = request.headers.get(fillTimeHeader) === unknownFillTime;
  const canary = request.headers.get(canaryHeader);
  if (canary !== null) {
    const isCanary = proxySecret !== null && isSameSecret(canary, proxySecret);
    return isCanary ? { trust: { visitor, hasNoClock, isCanary } } : refuse('unauthorized');
  }
  const verdict = request.headers.get(checkedHeader);
  if (verdict === null) return { trust: { visitor, hasNoClock } };
  const botCheck = botVerdicts.find((known) => known === verdict);
  if (botCheck === undefined || !isProxy(request, proxySecret)) return refuse('unauthorized');
  const waitedMs = Number(request.headers.get(waitedHeader));
  return { trust: { visitor, hasNoClock, checked: { botCheck, waitedMs } } };
}

/** Adds a notice or daily counts to the database. */
const writeTo = (store: SignupStore, request: WriteRequest): Promise<void> =>
  'notice' in request ? store.addNotice(request.notice) : store.addCounts(request.counts);

/** Writes what the server sends besides sign-ups. Returns null once it is written. */
async function write(
  request: Request,
  { proxySecret, store, onError }: FunctionDependencies,
): Promise<Refusal | null> {
  if (!isProxy(request, proxySecret)) return refusal('unauthorized');
  const body = await read(request, countsBytes);
  if (body.refused) return body.refused;
  const { success, data } = writeRequestSchema.safeParse(body.input);
  if (!success) return refusal('invalid_request');
  try {
    await writeTo(store, data);
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
  { entries, proxySecret, onError }: FunctionDependencies,
): Promise<Step<{ outcome: EntryOutcome }>> {
  if (request.method !== 'POST') return refuse('method_not_allowed');
  if (!isProxy(request, proxySecret)) return refuse('unauthorized');
  const body = await read(request, signupLimits.bodyBytes);
  if (body.refused) return body;
  return {
    outcome: await processEntry(body.input, { store: entries, hashToken: webHashToken, onError }),
  };
}

async function decide(
  request: Request,
  dependencies: FunctionDependencies,
): Promise<SignupOutcome> {
  if (request.method !== 'POST') return refusal('method_not_allowed');
  if (isForeign(request, dependencies.allowedOrigins)) return refusal('forbidden_origin');
  if (!isKnownCaller(request, dependencies.acceptedKeys)) return refusal('unauthorized');
  const body = await read(request, signupLimits.bodyBytes);
  if (body.refused) return body.refused;
  const sender = trustOf(request, dependencies);
  return sender.refused ?? processSignup(body.input, sender.trust, dependencies);
}

function respond(outcome: SignupOutcome, headers: Headers): Response {
  headers.set('Cache-Control', 'no-store');
  if (outcome.ok) {
    const { message, mail } = outcome;
    return Response.json({ message, mail }, { headers });
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
    if (answer.refused) return respond(answer.refused, headers);
    headers.set('Cache-Control', 'no-store');
    return Response.json(answer.outcome, { headers });
  }
  if (request.method === 'PUT') {
    const refused = await write(request, dependencies);
    if (refused) return respond(refused, headers);
    headers.set('Cache-Control', 'no-store');
    return Response.json({ written: true }, { headers });
  }
  return respond(await decide(request, dependencies), headers);
}

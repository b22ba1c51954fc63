import type { Request, RequestHandler, Response } from 'express';
import { outcomePath, type SignupEnd } from '../../shared/paths.ts';
import { isSameSecret } from '../../shared/same-secret.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import type { Arrival } from '../../shared/signup/campaign.ts';
import { asSource, canaryHeader } from '../../shared/signup/contract.ts';
import { fromJson, type SignupInput } from '../../shared/signup/fields.ts';
import { readFields } from '../../shared/signup/origins.ts';
import { refusal, type SignupOutcome } from '../../shared/signup/outcomes.ts';
import { networkSize } from '../../shared/signup/visitor-hash.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { fieldsOf, isSameOrigin, readBody } from '../http/posted.ts';
import { sendRedirect } from '../http/redirects.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Backend } from '../signup/backend.ts';
import type { DailyCounter } from '../signup/daily-counts.ts';

/** Returns what a body is by its `Content-Type`: `json` from a script, `urlencoded` from a form, null for anything else. */
const bodyTypeOf = (request: Request) => request.is(['json', 'urlencoded']) || null;

/**
 * Returns how the visitor of a form arrived, from the address of the form’s page, which the browser sends as `Referer`.
 * Null if there is none, or with Global Privacy Control.
 */
function arrivalOf(request: Request): Arrival | null {
  const page = request.get('referer') ?? '';
  const isPrivate = request.get('sec-gpc') === '1';
  return isPrivate || !URL.canParse(page) ? null : { address: new URL(page), referrer: '' };
}

/** Reads the fields of a script's body. Returns null when the body is no JSON object. */
function readJson(body: string): SignupInput | null {
  const sent = fieldsOf(body);
  return sent && fromJson(sent);
}

/** Reads the fields of a form that a browser sent without JavaScript. */
function readForm(request: Request, body: string): SignupInput {
  const inputs = new URLSearchParams(body);
  return readFields({
    inputs: (name) => inputs.getAll(name),
    arrival: arrivalOf(request),
    userAgent: request.get('user-agent') ?? '',
    fillTime: null,
    token: null,
  });
}

/** Returns the end of a sign-up that has a page. */
function endOf(outcome: SignupOutcome): SignupEnd {
  if (!outcome.ok) return outcome.code;
  return outcome.mail ? 'joined_with_mail' : 'joined';
}

/** Answers a script with status and JSON. Redirects a form to the page that shows the outcome. */
function sendOutcome(response: Response, outcome: SignupOutcome, isForm: boolean) {
  response.setHeader('Cache-Control', 'no-store');
  if (isForm) {
    return sendRedirect(response, 303, outcomePath(endOf(outcome)));
  }
  if (!outcome.ok) return sendRefusal(response, outcome);
  response.json({ message: outcome.message, mail: outcome.mail });
}

/** The parts of the context that the routes under `/api/` need. */
export interface ApiDependencies {
  settings: Pick<Settings, 'SITE_ORIGIN' | 'SIGNUP_PROXY_SECRET'>;
  clientIp: Pick<ClientIp, 'of'>;
  metrics: Pick<Metrics, 'signup' | 'dialogOpened' | 'rateLimited'> | null;
  counter: Pick<DailyCounter, 'count'>;
}

export type SignupDependencies = ApiDependencies & { backend: Pick<Backend, 'submit'> };

const isOperator = (given: string, { SIGNUP_PROXY_SECRET }: ApiDependencies['settings']): boolean =>
  SIGNUP_PROXY_SECRET !== undefined && isSameSecret(given, SIGNUP_PROXY_SECRET);

/** Handles POST /api/signup: reads the request, submits the sign-up to the backend, and answers with the outcome. */
export function handleSignup(dependencies: SignupDependencies): RequestHandler {
  const { settings, clientIp, backend, metrics, counter } = dependencies;
  const submit = async (
    request: Request,
    response: Response,
    bodyType: ReturnType<typeof bodyTypeOf>,
  ): Promise<SignupOutcome> => {
    if (!isSameOrigin(request, settings.SITE_ORIGIN)) return refusal('forbidden_origin');
    const canary = request.get(canaryHeader);
    const isCanary = canary !== undefined;
    if (isCanary && !isOperator(canary, settings)) return refusal('unauthorized');
    if (!bodyType) return refusal('unsupported_media_type');
    const read = await readBody(request, response);
    if (read.refused) return read.refused;
    const isForm = bodyType === 'urlencoded';
    const signup = isForm ? readForm(request, read.body) : readJson(read.body);
    if (!signup) return refusal('invalid_request');
    const sender = {
      visitor: clientIp.of(request),
      requestId: request.id,
      hasNoClock: isForm,
      isCanary,
    };
    // The sign-up is saved even if the visitor closes the connection now.
    const outcome = await backend.submit(signup, sender);
    if (isCanary) return outcome;
    metrics?.signup(signup, outcome);
    if (!outcome.ok && outcome.code === 'rate_limited') {
      metrics?.rateLimited(networkSize(sender.visitor));
    }
    counter.count('form_sent', asSource(signup.source));
    if (outcome.ok) counter.count('signup_accepted', asSource(signup.source));
    return outcome;
  };
  return async (request, response) => {
    const bodyType = bodyTypeOf(request);
    const outcome = await submit(request, response, bodyType);
    // Writing to a closed connection would create an error, which costs as much as the rest of a refused sign-up.
    if (!response.destroyed) sendOutcome(response, outcome, bodyType === 'urlencoded');
  };
}

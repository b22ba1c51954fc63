import type { Request, RequestHandler, Response } from 'express';
import { outcomePath } from '../../shared/paths.ts';
import { isSameSecret } from '../../shared/same-secret.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { asSource, canaryHeader, signupLimits } from '../../shared/signup/contract.ts';
import { refusal, type SignupOutcome, signupErrors } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { readBody } from '../http/request-body.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { DailyCounter } from '../signup/daily-counts.ts';
import type { SignupInput, SignupService } from '../signup/service.ts';

const isForm = (request: Request): boolean =>
  Boolean(request.is('application/x-www-form-urlencoded'));

/** A script’s sign-up: its fields as they came, for the service to judge. Null where they are none. */
function fromJson(text: string): SignupInput | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
    const { email, source, turnstileToken, formFillTime, userAgent, website } = body as SignupInput;
    return { email, source, turnstileToken, formFillTime, userAgent, website };
  } catch {
    return null;
  }
}

/** A form’s sign-up, sent without JavaScript: no token, no clock, the browser named by its header. */
function fromForm(request: Request, text: string): SignupInput {
  const fields = new URLSearchParams(text);
  return {
    email: fields.get('email') ?? '',
    source: asSource(fields.get('source')),
    turnstileToken: null,
    formFillTime: signupLimits.minimumFillTimeMs,
    userAgent: request.get('user-agent') ?? '',
    website: fields.getAll('website').join(''),
  };
}

/** Tells a script by status and JSON, and a form by the page that says how it went. */
function sendOutcome(request: Request, response: Response, outcome: SignupOutcome): void {
  response.setHeader('Cache-Control', 'no-store');
  if (isForm(request)) {
    response.redirect(303, outcomePath(outcome.ok ? 'joined' : outcome.code));
    return;
  }
  if (outcome.ok) {
    response.json({ message: outcome.message });
    return;
  }
  const { code, message, retryAfterSeconds } = outcome;
  const { status } = signupErrors[code];
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  else if (status === 429 || status === 503) response.setHeader('Retry-After', 30);
  response.status(status).json({ error: { code, message } });
}

export interface SignupParts {
  settings: Pick<Settings, 'SITE_ORIGIN' | 'SIGNUP_PROXY_SECRET'>;
  clientIp: Pick<ClientIp, 'of'>;
  backend: { service: SignupService };
  metrics: Pick<Metrics, 'signup'> | null;
  counter: Pick<DailyCounter, 'count'>;
}

const isOperator = (given: string, { SIGNUP_PROXY_SECRET }: SignupParts['settings']): boolean =>
  SIGNUP_PROXY_SECRET !== undefined && isSameSecret(given, SIGNUP_PROXY_SECRET);

/** POST /api/signup: reads the envelope, hands the sign-up on, and says what became of it. */
export function handleSignup(parts: SignupParts): RequestHandler {
  const { settings, clientIp, backend, metrics, counter } = parts;
  const takeSignup = async (request: Request, response: Response): Promise<SignupOutcome> => {
    if (!isSameOrigin(request, settings.SITE_ORIGIN)) return refusal('forbidden_origin');
    const canary = request.get(canaryHeader);
    const isCanary = canary !== undefined;
    if (isCanary && !isOperator(canary, settings)) return refusal('unauthorized');
    if (!isForm(request) && !request.is('json')) return refusal('unsupported_media_type');
    const body = await readBody(request, response);
    if (!body.ok) return refusal(body.code);
    const signup = isForm(request) ? fromForm(request, body.text) : fromJson(body.text);
    if (!signup) return refusal('invalid_request');
    // A visitor who leaves does not end this: what was pressed is saved.
    const sender = { visitor: clientIp.of(request), requestId: request.id, isCanary };
    const outcome = await backend.service.submit(signup, sender);
    if (isCanary) return outcome;
    metrics?.signup(signup, outcome);
    counter.count('form_sent', asSource(signup.source));
    if (outcome.ok) counter.count('signup_kept', asSource(signup.source));
    return outcome;
  };
  return async (request, response) => {
    sendOutcome(request, response, await takeSignup(request, response));
  };
}

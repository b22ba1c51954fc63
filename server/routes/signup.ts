import type { Request, RequestHandler, Response } from 'express';
import { outcomePath } from '../../shared/paths.ts';
import { isSameSecret } from '../../shared/same-secret.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { asSource, canaryHeader, signupLimits } from '../../shared/signup/contract.ts';
import { refusal, type SignupOutcome } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { sendRedirect } from '../http/redirect.ts';
import { sendRefusal } from '../http/refusal.ts';
import { fieldsOf, readBody } from '../http/request-body.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { DailyCounter } from '../signup/daily-counts.ts';
import type { SignupInput, SignupService } from '../signup/service.ts';

const isForm = (request: Request): boolean =>
  Boolean(request.is('application/x-www-form-urlencoded'));

/** A script’s sign-up: its fields as they came, for the service to judge. Null where they are none. */
function fromJson(text: string): SignupInput | null {
  const fields = fieldsOf(text);
  if (!fields) return null;
  const { email, source, turnstileToken, formFillTime, userAgent, website } = fields;
  return { email, source, turnstileToken, formFillTime, userAgent, website };
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
function sendOutcome(request: Request, response: Response, outcome: SignupOutcome) {
  response.setHeader('Cache-Control', 'no-store');
  if (isForm(request)) {
    return sendRedirect(response, 303, outcomePath(outcome.ok ? 'joined' : outcome.code));
  }
  if (!outcome.ok) return sendRefusal(response, outcome);
  response.json({ message: outcome.message });
}

/** What a route of `/api/` needs of the context. */
export interface RouteParts {
  settings: Pick<Settings, 'SITE_ORIGIN' | 'SIGNUP_PROXY_SECRET'>;
  clientIp: Pick<ClientIp, 'of'>;
  metrics: Pick<Metrics, 'signup' | 'opened'> | null;
  counter: Pick<DailyCounter, 'count'>;
}

export type SignupParts = RouteParts & { backend: { service: SignupService } };

const isOperator = (given: string, { SIGNUP_PROXY_SECRET }: RouteParts['settings']): boolean =>
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
    if (typeof body !== 'string') return body;
    const signup = isForm(request) ? fromForm(request, body) : fromJson(body);
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

import express, { type Request, type Response, type Router } from 'express';
import { outcomePath } from '../../shared/pages.ts';
import {
  asSource,
  canaryHeader,
  refusal,
  type SignupOutcome,
  signupErrors,
  signupLimits,
  signupPath,
} from '../../shared/signup/contract.ts';
import { isSameSecret } from '../../shared/signup/visitor-hash.ts';
import type { Context } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import { requestId } from '../middleware/request-id.ts';
import { isFromHere } from '../middleware/same-origin.ts';
import type { SignupInput } from '../signup/service.ts';
import { visitorOf } from '../visitor.ts';

const formType = 'application/x-www-form-urlencoded';
const envelope = { limit: signupLimits.bodyBytes, inflate: false };
const readJson = express.json(envelope);
const readForm = express.urlencoded({ ...envelope, parameterLimit: 20 });

const isForm = (request: Request): boolean => Boolean(request.is(formType));

/** A script’s sign-up: its fields as they came, for the function to judge. Null where it is a list. */
function fromJson(body: SignupInput | unknown[]): SignupInput | null {
  if (Array.isArray(body)) return null;
  const { email, source, turnstileToken, formFillTime, userAgent, website } = body;
  return { email, source, turnstileToken, formFillTime, userAgent, website };
}

/** A form’s sign-up, sent without JavaScript: no token, no clock, the browser named by its header. */
function fromForm(body: Record<string, unknown>, userAgent: string): SignupInput {
  return {
    email: typeof body.email === 'string' ? body.email : '',
    source: asSource(body.source),
    turnstileToken: null,
    formFillTime: signupLimits.minimumFillTimeMs,
    userAgent,
    website: body.website,
  };
}

/** Tells a script by status and JSON, and a form by the page that says how it went. */
export function sendOutcome(request: Request, response: Response, outcome: SignupOutcome): void {
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
  const status = signupErrors[code].status;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  else if (status === 429 || status === 503) response.setHeader('Retry-After', 30);
  response.status(status).json({ error: { code, message } });
}

const isOperator = (given: string | undefined, secret: string | undefined): boolean =>
  given !== undefined && secret !== undefined && isSameSecret(given, secret);

/** What the route needs of the context. */
export interface SignupParts {
  page: Pick<Context['page'], 'origin'>;
  backend: Pick<Context['backend'], 'service'>;
  settings: Pick<Context['settings'], 'SIGNUP_PROXY_SECRET'>;
  metrics: Pick<Metrics, 'signup'> | null;
}

/** POST /api/signup: checks the envelope, hands the sign-up on, and says what came back. */
export function signupRoute({ page, backend, settings, metrics }: SignupParts): Router {
  const router = express.Router();
  router.post(signupPath, (request, response, next) => {
    if (!isFromHere(request, page.origin)) {
      return sendOutcome(request, response, refusal('forbidden_origin'));
    }
    if (isForm(request)) return readForm(request, response, next);
    if (request.is('application/json')) return readJson(request, response, next);
    sendOutcome(request, response, refusal('unsupported_media_type'));
  });
  router.post(signupPath, async (request, response) => {
    const signup = isForm(request)
      ? fromForm(request.body, request.get('user-agent') ?? '')
      : fromJson(request.body);
    if (!signup) return sendOutcome(request, response, refusal('invalid_request'));
    const canary = request.get(canaryHeader);
    const isCanary = isOperator(canary, settings.SIGNUP_PROXY_SECRET);
    if (canary !== undefined && !isCanary) {
      return sendOutcome(request, response, refusal('unauthorized'));
    }
    const sender = { visitor: visitorOf(request), requestId: requestId(request), isCanary };
    const outcome = await backend.service.submit(signup, sender);
    if (!isCanary) metrics?.signup(signup, outcome);
    sendOutcome(request, response, outcome);
  });
  return router;
}

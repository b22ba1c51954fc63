import type { Request, RequestHandler, Response } from 'express';
import { type EntryOutcome, entryActions } from '../../shared/entry/entry.ts';
import { type EntryView, entryStatus, type Keeping, viewOf } from '../../shared/entry/page.ts';
import { entryPath } from '../../shared/paths.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { isEmail, normaliseEmail } from '../../shared/signup/contract.ts';
import { type Refusal, refusal } from '../../shared/signup/outcomes.ts';
import type { ClientIp } from '../http/client-ip.ts';
import { sendRedirect } from '../http/redirect.ts';
import { sendRefusal } from '../http/refusal.ts';
import { fieldsOf, readBody } from '../http/request-body.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { guardEntry } from '../signup/entry-guard.ts';
import type { RenderEntry } from '../static/entry-pages.ts';

export interface EntryDependencies {
  settings: Pick<Settings, 'SITE_ORIGIN'> & Keeping;
  clientIp: Pick<ClientIp, 'of'>;
  entry: ReturnType<typeof guardEntry>;
  renderEntry: RenderEntry;
  metrics: Pick<Metrics, 'entry'> | null;
}

/** The result that the page after a form shows, by the parameter `result` of its address. */
const results = {
  confirmed: 'confirmed',
  changed: 'change_requested',
  removed: 'removed',
  invalid: 'invalid_email',
} as const;

/** Seconds after which a visitor may try again while the database is out of reach. */
const retrySeconds = 30;

/** The body of a mail provider’s request to unsubscribe (RFC 8058), in both encodings that it allows. */
const oneClick = /List-Unsubscribe(=|"\s{1,8})One-Click/;

/** Keeps the page out of caches and search engines, and its address out of the requests that the page makes. */
function keepPrivate(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.vary('Accept');
}

const parametersOf = (request: Request): URLSearchParams =>
  new URL(request.url, 'http://localhost').searchParams;

/** Returns the address of the page that follows a form. */
function addressAfter(outcome: EntryOutcome, token: string): string {
  const address = (parameters: Record<string, string>): string =>
    `${entryPath}?${new URLSearchParams(parameters)}`;
  if (outcome.end === 'confirmed') return address({ token, result: 'confirmed' });
  if (outcome.end === 'change_requested') {
    const email = outcome.entry.pendingEmail ?? '';
    return address({ token, result: 'changed', email });
  }
  if (outcome.end === 'invalid_email') return address({ token, result: 'invalid' });
  // After a removal the token is of no use: leave it out of the history.
  return outcome.end === 'removed' ? address({ result: 'removed' }) : address({ token });
}

/**
 * Returns what a GET shows. The result of a form is shown only to a token that opens, and a confirmation only if the
 * entry is confirmed, because anybody can write any address.
 */
function viewAfter(
  outcome: EntryOutcome,
  parameters: URLSearchParams,
  keeping: Keeping,
): EntryView {
  if (outcome.end === 'invalid_request') return { view: 'ended' };
  const view = viewOf(outcome, keeping);
  if (outcome.end !== 'shown') return view;
  const { email, confirmedAt } = outcome.entry;
  const result = parameters.get('result');
  if (result === 'confirmed' && confirmedAt !== null) return { view: results.confirmed, email };
  if (result === 'invalid') return { view: results.invalid };
  const newEmail = normaliseEmail(parameters.get('email') ?? '');
  const isChange = result === 'changed' && outcome.allows.includes('change') && isEmail(newEmail);
  return isChange ? { view: results.changed, email, newEmail } : view;
}

/** Handles GET and HEAD of the page of an entry. Changes nothing. Answers JSON when the client prefers it. */
export function handleEntryPage({
  settings,
  clientIp,
  entry,
  renderEntry,
}: EntryDependencies): RequestHandler {
  const find = async (request: Request): Promise<EntryView> => {
    const parameters = parametersOf(request);
    if (parameters.get('result') === 'removed') return { view: 'removed' };
    const token = parameters.get('token') ?? '';
    const outcome = await entry.show(token, request.id, clientIp.of(request));
    return viewAfter(outcome, parameters, settings);
  };
  return async (request, response) => {
    const view = await find(request);
    keepPrivate(response);
    response.status(entryStatus[view.view]);
    if (view.view === 'unavailable') response.setHeader('Retry-After', retrySeconds);
    if (request.accepts(['html', 'json']) === 'json') {
      response.json(view);
      return;
    }
    const token = parametersOf(request).get('token') ?? '';
    response.type('html').send(await renderEntry({ token, view }));
  };
}

/** The request of a POST, and the form of the response that the client wants. */
interface Asked {
  as: 'one-click' | 'form' | 'json';
  token: string;
  action: unknown;
  email?: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the body. @param siteOrigin of this site, whose pages alone may send a form. */
async function readAsked(
  request: Request,
  response: Response,
  siteOrigin: string,
): Promise<Asked | Refusal> {
  const body = await readBody(request, response);
  if (typeof body !== 'string') return body;
  if (oneClick.test(body)) {
    const token = parametersOf(request).get('token') ?? '';
    return { as: 'one-click', token, action: 'remove' };
  }
  if (!isSameOrigin(request, siteOrigin)) return refusal('forbidden_origin');
  if (request.is('application/x-www-form-urlencoded')) {
    const { token, action, email } = Object.fromEntries(new URLSearchParams(body));
    return { as: 'form', token: token ?? '', action, email: email ?? '' };
  }
  if (!request.is('json')) return refusal('unsupported_media_type');
  const fields = fieldsOf(body);
  if (!fields) return refusal('invalid_request');
  const { token, action, email } = fields;
  return { as: 'json', token: textOf(token), action, email: textOf(email) };
}

/**
 * Handles POST of the page of an entry: confirms, changes or removes. A form is redirected to a page that says how it
 * went, a script gets JSON, and a mail provider gets the status.
 */
export function handleEntryForm({
  settings,
  clientIp,
  entry,
  metrics,
}: EntryDependencies): RequestHandler {
  return async (request, response) => {
    keepPrivate(response);
    const asked = await readAsked(request, response, settings.SITE_ORIGIN);
    if ('ok' in asked) return sendRefusal(response, asked);
    const { as, token, action, email } = asked;
    if (!entryActions.some((known) => known === action)) {
      return sendRefusal(response, 'invalid_request');
    }
    const outcome = await entry.change({ token, action, email }, request.id, clientIp.of(request));
    if ('ok' in outcome) return sendRefusal(response, outcome);
    metrics?.entry(outcome.end);
    if (outcome.end === 'invalid_request') return sendRefusal(response, outcome.end);
    if (as === 'form') return sendRedirect(response, 303, addressAfter(outcome, token));
    const view = viewOf(outcome, settings);
    response.status(entryStatus[view.view]);
    if (view.view === 'unavailable') response.setHeader('Retry-After', retrySeconds);
    if (as === 'json') response.json(view);
    else response.type('text/plain').send(`${view.view}\n`);
  };
}

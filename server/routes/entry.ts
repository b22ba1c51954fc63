import { domainToUnicode } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import { type EntryAction, type EntryOutcome, entryActions } from '../../shared/entry/entry.ts';
import { type Keeping, viewOf } from '../../shared/entry/facts.ts';
import { isToken } from '../../shared/entry/link.ts';
import { type EntryView, entryStatus } from '../../shared/entry/page.ts';
import { entryPath } from '../../shared/paths.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { refuse, type Step } from '../../shared/signup/outcomes.ts';
import type { limitConfirmations } from '../http/limits.ts';
import { fieldsOf, isSameOrigin, readBody } from '../http/posted.ts';
import { sendRedirect } from '../http/redirects.ts';
import { sendRefusal } from '../http/refusal.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { RenderEntry } from '../static/entry-pages.ts';

export interface EntryDependencies {
  settings: Pick<Settings, 'SITE_ORIGIN'> & Keeping;
  entry: ReturnType<typeof limitConfirmations>;
  renderEntry: RenderEntry;
  metrics: Pick<Metrics, 'entry'> | null;
}

/** Seconds after which a visitor may try again while the database is out of reach. */
const retrySeconds = 30;

/** The body of a mail provider’s request to unsubscribe (RFC 8058), in both encodings that it allows. */
const oneClick = /List-Unsubscribe(=|"\s{1,8})One-Click/i;

/** Sets the headers that keep the page out of caches and search engines, and its address out of the requests of the page. */
function keepPrivate(response: Response): void {
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.vary('Accept');
}

/** Characters beyond which a token is no cut token of ours, but one of release 0.3.0, whose links have ended. */
const longestCut = 64;

const parametersOf = (request: Request): URLSearchParams =>
  new URL(request.url, 'http://localhost').searchParams;

/** Returns the address of the page that follows a form. */
function addressAfter({ end }: EntryOutcome, token: string): string {
  const address = (parameters: Record<string, string>): string =>
    `${entryPath}?${new URLSearchParams(parameters)}`;
  if (end === 'confirmed') return address({ token, result: end });
  // Leaves the token out of the browser’s history, because the link has ended.
  return end === 'removed' ? address({ result: end }) : address({ token });
}

/** Returns an address as people write it, with its domain in its own script. */
function display(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local}@${domainToUnicode(domain)}`;
}

/** Returns what a GET shows. A confirmation is shown only if the entry is confirmed, because anybody can write any address. */
function viewAfter(
  outcome: EntryOutcome,
  parameters: URLSearchParams,
  keeping: Keeping,
): EntryView {
  if (outcome.end === 'invalid_request') return { view: 'ended' };
  const isResult = outcome.end === 'shown' && parameters.get('result') === 'confirmed';
  return isResult && outcome.entry.row.confirmed_at !== null
    ? viewOf({ ...outcome, end: 'confirmed' }, keeping, display)
    : viewOf(outcome, keeping, display);
}

/** Handles GET and HEAD of the page of an entry. Changes nothing. Answers JSON when the client prefers it. */
export function handleEntryPage({
  settings,
  entry,
  renderEntry,
}: EntryDependencies): RequestHandler {
  const find = async (request: Request): Promise<EntryView> => {
    const parameters = parametersOf(request);
    if (parameters.get('result') === 'removed') return { view: 'removed' };
    const token = parameters.get('token') ?? '';
    if (!isToken(token)) return { view: token.length > longestCut ? 'ended' : 'incomplete' };
    const outcome = await entry.show(token, request.id);
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
interface Posted {
  as: 'one-click' | 'form' | 'json';
  token: string;
  action: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns whether the page of an entry may have sent the form. That page sends no referrer, so that a browser sends
 * `Origin: null` with its form. A browser that has no `Sec-Fetch-Site` tells nothing more: Safari before 16.4, Firefox before
 * 90, and every browser on a site without TLS. The token in the form is a secret of that page.
 */
const isOwnForm = (request: Request, siteOrigin: string): boolean =>
  isSameOrigin(request, siteOrigin) ||
  (request.headers.origin === 'null' && request.headers['sec-fetch-site'] === undefined);

/** Reads the body. @param siteOrigin of this site, whose pages alone may send a form. */
async function readPosted(
  request: Request,
  response: Response,
  siteOrigin: string,
): Promise<Step<{ posted: Posted }>> {
  const read = await readBody(request, response);
  if (read.refused) return read;
  const { body } = read;
  if (oneClick.test(body)) {
    const token = parametersOf(request).get('token') ?? '';
    return { posted: { as: 'one-click', token, action: 'remove' } };
  }
  if (!isOwnForm(request, siteOrigin)) return refuse('forbidden_origin');
  if (request.is('application/x-www-form-urlencoded')) {
    const { token, action } = Object.fromEntries(new URLSearchParams(body));
    return { posted: { as: 'form', token: textOf(token), action } };
  }
  if (!request.is('json')) return refuse('unsupported_media_type');
  const fields = fieldsOf(body);
  if (!fields) return refuse('invalid_request');
  return { posted: { as: 'json', token: textOf(fields.token), action: fields.action } };
}

const isAction = (value: unknown): value is EntryAction =>
  entryActions.some((action) => action === value);

/**
 * Handles POST of the page of an entry: confirms or removes. A form is redirected to a page that says how it
 * went, a script gets JSON, and a mail provider gets the status. If the database fails, a form gets the page with the same
 * button again.
 */
export function handleEntryForm({
  settings,
  entry,
  renderEntry,
  metrics,
}: EntryDependencies): RequestHandler {
  return async (request, response) => {
    keepPrivate(response);
    const read = await readPosted(request, response, settings.SITE_ORIGIN);
    if (read.refused) return sendRefusal(response, read.refused);
    const { as, token, action } = read.posted;
    if (!isAction(action)) return sendRefusal(response, 'invalid_request');
    const changed = await entry.change({ token, action }, request.id);
    if (changed.refused) return sendRefusal(response, changed.refused);
    const { outcome } = changed;
    metrics?.entry(outcome.end);
    if (outcome.end === 'invalid_request') return sendRefusal(response, outcome.end);
    if (as === 'form' && outcome.end !== 'unavailable') {
      return sendRedirect(response, 303, addressAfter(outcome, token));
    }
    const view = viewOf(outcome, settings, display);
    // A provider that asks twice, for example from two mails, must not tell the reader that it failed.
    const isDone = as === 'one-click' && view.view === 'ended';
    response.status(isDone ? 200 : entryStatus[view.view]);
    if (view.view === 'unavailable') response.setHeader('Retry-After', retrySeconds);
    if (as === 'json') response.json(view);
    else if (as === 'one-click') response.type('text/plain').send(`${view.view}\n`);
    else response.type('html').send(await renderEntry({ token, view: { view: 'failed', action } }));
  };
}

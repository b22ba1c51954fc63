import type { Request, RequestHandler, Response } from 'express';
import { type EntryAction, type EntryOutcome, entryActions } from '../../shared/entry/entry.ts';
import { viewOf } from '../../shared/entry/facts.ts';
import { entryStatus } from '../../shared/entry/page.ts';
import { entryPath } from '../../shared/paths.ts';
import { refuse, type Step } from '../../shared/signup/outcomes.ts';
import { fieldsOf, isSameOrigin, readBody } from '../http/posted.ts';
import { sendRedirect } from '../http/redirects.ts';
import { sendRefusal } from '../http/refusal.ts';
import {
  display,
  type EntryDependencies,
  keepPrivate,
  parametersOf,
  retrySeconds,
} from './entry.ts';

/** The body of a mail provider’s request to unsubscribe (RFC 8058), in both encodings that it allows. */
const oneClick = /List-Unsubscribe(=|"\s{1,8})One-Click/i;

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

/** Returns the address of the page that follows a form. */
function addressAfter({ end }: EntryOutcome, token: string): string {
  const address = (parameters: Record<string, string>): string =>
    `${entryPath}?${new URLSearchParams(parameters)}`;
  if (end === 'confirmed') return address({ token, result: end });
  // Leaves the token out of the browser’s history, because the link has ended.
  return end === 'removed' ? address({ result: end }) : address({ token });
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

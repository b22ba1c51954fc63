import { domainToUnicode } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import { type Keeping, viewOf } from '../../shared/entry/facts.ts';
import { isToken } from '../../shared/entry/link.ts';
import { type EntryView, entryStatus } from '../../shared/entry/page.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import type { limitConfirmations } from '../http/limits.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { RenderEntry } from '../static/entry-pages.ts';

export interface EntryDependencies {
  settings: Pick<Settings, 'SITE_ORIGIN'> & Keeping;
  entry: ReturnType<typeof limitConfirmations>;
  renderEntry: RenderEntry;
  metrics: Pick<Metrics, 'entry'> | null;
}

/** Seconds after which a visitor may try again while the database is out of reach. */
export const retrySeconds = 30;

/** Sets the headers that keep the page out of caches and search engines, and its address out of the requests of the page. */
export function keepPrivate(response: Response): void {
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.vary('Accept');
}

/** The longest token that counts as cut. Release 0.3.0 wrote longer tokens, and its links have ended. */
const longestCut = 64;

export const parametersOf = (request: Request): URLSearchParams =>
  new URL(request.url, 'http://localhost').searchParams;

/** Returns an address as people write it, with its domain in its own script. */
export function display(address: string): string {
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

import { isEmail, normaliseEmail } from '../signup/contract.ts';
import type { Hmac } from '../signup/visitor.ts';
import {
  type EntryAction,
  type EntryOutcome,
  type EntryStore,
  entryRequestSchema,
} from './entry.ts';
import { type EntryLink, openLink } from './link.ts';

export interface EntryDependencies {
  store: EntryStore;
  /** Returns the key of the links. Rejects when the key cannot be read. */
  linkSecret: () => Promise<string>;
  hmac: Hmac;
  now: () => Date;
  /** Called with the error when the database failed. */
  onError: (error: unknown) => void;
}

/** The actions that each purpose of a link allows. Each link also shows the entry. */
const allowed: Record<EntryLink['purpose'], EntryAction[]> = {
  entry: ['confirm', 'change', 'remove'],
  // A mistyped new address belongs to a stranger, who must not see or remove the entry.
  change: ['confirm'],
  remove: ['remove'],
};

const ended: EntryOutcome = { end: 'ended' };

/**
 * Returns the permission that a link gives now. When the old address has no entry any more, a link for a change becomes
 * an ordinary link of the new address, because the owner of the new address has read the mail.
 */
async function settle(link: EntryLink, store: EntryStore): Promise<EntryLink> {
  if (link.purpose !== 'change' || (await store.read(link.from))) return link;
  return { purpose: 'entry', email: link.email };
}

/** Shows an entry. A link for a change shows the new address alone. */
async function show(link: EntryLink, store: EntryStore): Promise<EntryOutcome> {
  const entry = await store.read(link.purpose === 'change' ? link.from : link.email);
  if (!entry) return ended;
  const allows = allowed[link.purpose];
  if (link.purpose !== 'change') return { end: 'shown', entry, allows };
  const shown = { ...entry, email: link.email, confirmedAt: null, pendingEmail: null };
  return { end: 'shown', entry: shown, allows };
}

async function confirm(link: EntryLink, store: EntryStore): Promise<EntryOutcome> {
  const isDone =
    link.purpose === 'change'
      ? await store.move(link.from, link.email)
      : await store.confirm(link.email);
  // A second press of the same button finds the entry at its new address.
  const entry = await store.read(link.email);
  return entry && (isDone || entry.confirmedAt) ? { end: 'confirmed', entry } : ended;
}

async function requestChange(
  link: EntryLink,
  given: string | undefined,
  store: EntryStore,
): Promise<EntryOutcome> {
  const { email: from } = link;
  const to = normaliseEmail(given ?? '');
  if (!isEmail(to)) return { end: 'invalid_email' };
  if (to === from) return show(link, store);
  if (!(await store.read(from))) return ended;
  await store.requestChange(from, to);
  const entry = await store.read(from);
  return entry ? { end: 'change_requested', entry: { ...entry, pendingEmail: to } } : ended;
}

/** Removing succeeds even if there is no entry, so that a second press of the button gets the same page. */
async function remove({ email }: EntryLink, store: EntryStore): Promise<EntryOutcome> {
  await store.remove(email);
  return { end: 'removed' };
}

async function act(input: unknown, dependencies: EntryDependencies): Promise<EntryOutcome> {
  const { success, data: request } = entryRequestSchema.safeParse(input);
  if (!success) return { end: 'invalid_request' };
  const { store, linkSecret, hmac, now } = dependencies;
  const opened = await openLink(request.token, await linkSecret(), hmac, now());
  if (!opened) return ended;
  const link = await settle(opened, store);
  if (request.action === 'show') return show(link, store);
  if (!allowed[link.purpose].includes(request.action)) return { end: 'invalid_request' };
  if (request.action === 'confirm') return confirm(link, store);
  if (request.action === 'remove') return remove(link, store);
  return requestChange(link, request.email, store);
}

/**
 * Shows or changes the entry that a link belongs to. `show` changes nothing. Never rejects: every failure is an outcome.
 * @param input `{token, action, email?}`, of any shape.
 */
export async function processEntry(
  input: unknown,
  dependencies: EntryDependencies,
): Promise<EntryOutcome> {
  try {
    return await act(input, dependencies);
  } catch (error) {
    dependencies.onError(error);
    return { end: 'unavailable' };
  }
}

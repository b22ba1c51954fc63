import { deepStrictEqual } from 'node:assert/strict';
import type { EntryAction, EntryOutcome } from '../../shared/entry/entry.ts';
import { makeToken } from '../../shared/entry/link.ts';
import { erase, type Model } from './model.ts';
import type { Meaning, World } from './world.ts';

/** What the holder of a link asks for. */
export interface EntryAsked {
  action: EntryAction | 'show';
  /** Which of the last links in mails is used, the newest first; null: a token that a stranger made up. */
  link: number | null;
}

/** Returns whether a link works. It ends with its entry, also when the address signs up again. */
function isAlive({ links, rows }: Model, token: string): boolean {
  const link = links.get(token);
  return link !== undefined && rows.get(link.email)?.id === link.id;
}

/** Changes the model as the request must change the database. @returns how the request ends. */
function apply(
  model: Model,
  action: EntryAsked['action'],
  token: string,
  now: number,
): EntryOutcome['end'] {
  const link = model.links.get(token);
  const row = link && model.rows.get(link.email);
  if (!link || !row || !isAlive(model, token)) return 'ended';
  if (action === 'show') return 'shown';
  if (action === 'remove') erase(model, link.email, now);
  else row.isConfirmed = true;
  return action === 'remove' ? 'removed' : 'confirmed';
}

/** Judges a request by the model. */
function expect(
  { model, clock }: World,
  meaning: Meaning,
  action: EntryAsked['action'],
  token: string,
): EntryOutcome['end'] {
  const judge = () => apply(model, action, token, clock.now());
  const writesNothing = action === 'show' || (action === 'remove' && !isAlive(model, token));
  if (meaning === 'works' || (meaning === 'takes no writes' && writesNothing)) return judge();
  if (meaning === 'loses the answer') judge();
  return 'unavailable';
}

/** Sends what the holder of a link asks for, and compares the end with that of the model. */
export async function askEntry(world: World, at: number, asked: EntryAsked): Promise<string> {
  const { backend, at: place } = world.replicaAt(at);
  const { action, link } = asked;
  const tokens = [...world.model.links.keys()];
  const known = link === null ? undefined : tokens.at(-1 - (link % tokens.length));
  const token = known ?? makeToken();
  const expected = expect(world, world.databaseAt(place), action, token);
  const outcome = await world.settle(async () => backend.entry?.({ token, action }, 'simulation'));
  deepStrictEqual(outcome?.end, expected, `the request must end with ${expected}`);
  return `${action}, ${expected}`;
}

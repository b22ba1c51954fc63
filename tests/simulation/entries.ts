import { deepStrictEqual } from 'node:assert/strict';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import { type EntryLink, sealLink } from '../../shared/entry/link.ts';
import { nodeHmac } from '../../shared/signup/testing/process-world.ts';
import { erase, type Model, moveEntry } from './model.ts';
import { linkSecret } from './network.ts';
import type { Meaning, World } from './world.ts';

/** What the holder of a link asks for. */
export interface EntryAsked {
  action: 'confirm' | 'remove' | 'ask for change' | 'confirm change';
  email: string;
  /** The new address of a change. */
  to: string;
}

const linkOf = ({ action, email, to }: EntryAsked): EntryLink =>
  action === 'confirm change'
    ? { purpose: 'change', email: to, from: email }
    : { purpose: 'entry', email };

function confirm({ rows }: Model, email: string): EntryOutcome['end'] {
  const row = rows.get(email);
  if (row) row.isConfirmed = true;
  return row ? 'confirmed' : 'ended';
}

/** Changes the model as the request must change the database. @returns how the request ends. */
function apply(model: Model, asked: EntryAsked): EntryOutcome['end'] {
  const { email } = asked;
  if (asked.action === 'confirm') return confirm(model, email);
  if (asked.action === 'remove') {
    erase(model, email);
    return 'removed';
  }
  if (asked.action === 'ask for change') {
    if (!model.rows.has(email)) return 'ended';
    return asked.to === email ? 'shown' : 'change_requested';
  }
  // Once the old address has no entry, the link is one of the new address.
  moveEntry(model, email, asked.to);
  return confirm(model, asked.to);
}

/** Judges a request by the model. */
function expect(world: World, meaning: Meaning, asked: EntryAsked): EntryOutcome['end'] {
  const { model } = world;
  if (meaning === 'works') return apply(model, asked);
  if (meaning === 'takes no writes' && asked.action === 'ask for change') {
    const end = apply(model, asked);
    return end === 'change_requested' ? 'unavailable' : end;
  }
  // The first statement of these two changes the entry. The others read first.
  const changesFirst = asked.action === 'confirm' || asked.action === 'remove';
  if (meaning === 'loses the answer' && changesFirst) apply(model, asked);
  return 'unavailable';
}

/** Sends what the holder of a link asks for, and compares the end with that of the model. */
export async function askEntry(world: World, at: number, asked: EntryAsked): Promise<string> {
  const { backend, at: place } = world.replicaAt(at);
  const now = new Date(world.clock.now());
  const token = await sealLink(linkOf(asked), linkSecret, nodeHmac, now);
  const [action] = asked.action.replace('ask for ', '').split(' ');
  const expected = expect(world, world.databaseAt(place), asked);
  const outcome = await world.settle(async () =>
    backend.entry?.({ token, action, email: asked.to }, 'simulation'),
  );
  deepStrictEqual(outcome?.end, expected, `the request must end with ${expected}`);
  if (expected === 'change_requested') world.newAddresses.add(asked.to);
  return `${asked.action}, ${expected}`;
}

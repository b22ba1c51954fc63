import { deepStrictEqual } from 'node:assert/strict';
import { invite as inviteIn } from '../../server/stores/maintenance/invite.ts';
import { openTarget } from '../../server/stores/maintenance/open-target.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { move as moveInto } from '../support/maintenance.ts';
import { isErased } from './model.ts';
import type { World } from './world.ts';

const emailsOf = (rows: readonly Record<string, unknown>[]): string[] =>
  rows.map(({ email }) => String(email));

/** Invites the first people of the list who have no wave, unless the wave has people. */
export async function invite(world: World, wave: string, first: number): Promise<string> {
  const waiting = await world.read(
    (schema) => `select email from ${schema}signups where wave is null
      order by created_at, email limit ${first}`,
  );
  const inWave = await world.read(
    (schema) => `select email from ${schema}signups where wave = '${wave}'`,
  );
  const expected = inWave.length > 0 ? [] : emailsOf(waiting);
  const invitedAt = new Date(world.clock.now()).toISOString();
  const marked = await world.operate((database) =>
    inviteIn(database, { wave, first, filter: {}, invitedAt }),
  );
  deepStrictEqual(marked, expected.length, 'the invitation must mark the first of the list');
  for (const email of expected) {
    const row = world.model.rows.get(email);
    if (row) row.wave = wave;
  }
  return marked > 0 ? 'marked' : 'nobody';
}

/**
 * Moves the sign-ups to the file that an earlier move of this world has made, or to a new one. Checks that the file has
 * every sign-up of the database, and the sign-ups of an earlier move that nothing has erased since.
 */
export async function move(world: World): Promise<void> {
  world.copy ??= { folder: world.newDataFolder(), rows: new Map() };
  const { folder, rows } = world.copy;
  await world.operate(async (database) => {
    const target = await openTarget(folder);
    await moveInto(database, target).finally(() => target.close());
  });
  const here = emailsOf(await world.read((schema) => `select email from ${schema}signups`));
  const left = [...rows].filter(([email, madeAt]) => !isErased(world.model, email, madeAt));
  const expected = new Set([...left.map(([email]) => email), ...here]);
  const found = readSqlite(folder, 'select email, created_at from signups').map(
    ({ email, created_at }) => [String(email), Date.parse(String(created_at))] as const,
  );
  const emails = found.map(([email]) => email).toSorted();
  deepStrictEqual(emails, [...expected].toSorted(), 'the copy has other sign-ups');
  world.copy = { folder, rows: new Map(found) };
}

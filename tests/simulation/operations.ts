import { deepStrictEqual } from 'node:assert/strict';
import { moveSignups } from '../../server/stores/maintenance/move.ts';
import { openSqliteTarget } from '../../server/stores/maintenance/move-to-sqlite.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
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
    database.invite({ wave, first, filter: {}, invitedAt }),
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
 * every sign-up of the database and none that was erased.
 */
export async function move(world: World): Promise<void> {
  world.copyFolder ??= world.newDataFolder();
  const folder = world.copyFolder;
  await world.operate(async (database) => {
    const target = openSqliteTarget(folder);
    await moveSignups(database, target, () => {}).finally(() => target.close());
  });
  const copied = readSqlite(folder, 'select email, created_at from signups');
  const there = new Set(emailsOf(copied));
  const here = emailsOf(await world.read((schema) => `select email from ${schema}signups`));
  const { rows, erasedAt, setBack } = world.model;
  const looksErased = (email: string): boolean =>
    rows.get(email)?.isLoose === true || (setBack.has(email) && erasedAt.has(email));
  const missing = here.filter((email) => !there.has(email) && !looksErased(email));
  deepStrictEqual(missing, [], `${missing} did not arrive`);
  // An earlier move may have copied a sign-up after the erasure that a restore then took back.
  const erased = emailsOf(
    copied.filter(({ email, created_at: createdAt }) => {
      const address = String(email);
      const isOlder = Date.parse(String(createdAt)) < (erasedAt.get(address) ?? 0);
      return isOlder && !rows.has(address) && !setBack.has(address);
    }),
  );
  deepStrictEqual(erased, [], `${erased} was erased, and is in the copy`);
}

import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite/open.ts';
import { change } from '../sqlite/write.ts';
import { repeatBatch, sqliteBatchRows } from './batches.ts';
import type { Invitation } from './database.ts';
import { conditionOf } from './filter.ts';

/** The row of `internals` with the invitation that is under way, as JSON. It holds no address. */
const name = 'unfinished_invitation';

/** Returns the invitation that a command is marking, or that a killed command has left; null when there is none. */
export function readUnfinished(connection: DatabaseSync): Invitation | null {
  const row = connection.prepare('select value from internals where name = ?').get(name);
  return row ? JSON.parse(String(row.value)) : null;
}

const writeUnfinished = (connection: DatabaseSync, invitation: Invitation): number =>
  change(
    connection,
    'insert into internals (name, value) values (?, ?) on conflict do update set value = excluded.value',
    name,
    JSON.stringify(invitation),
  );

const removeUnfinished = (connection: DatabaseSync): number =>
  change(connection, 'delete from internals where name = ?', name);

/**
 * Stores an invitation as unfinished, unless there is an unfinished one already or the wave has people.
 * @returns the unfinished invitation; null when the wave has its people.
 */
const begin = (connection: DatabaseSync, invitation: Invitation): Invitation | null =>
  inTransaction(connection, () => {
    const unfinished = readUnfinished(connection);
    if (unfinished) return unfinished;
    const invited = connection.prepare('select 1 from signups where wave = ? limit 1');
    if (invited.get(invitation.wave)) return null;
    writeUnfinished(connection, invitation);
    return invitation;
  });

/**
 * Marks the people of the unfinished invitation in many short transactions, the oldest first. Each transaction also stores
 * how many people are still to be marked, so that a killed command, and a command that runs at the same time, mark nobody
 * twice and leave nobody out.
 */
async function finish(
  connection: DatabaseSync,
  { wave, filter, invitedAt }: Invitation,
): Promise<number> {
  const { condition, parameters } = conditionOf({ schema: '' }, filter, ['', '', '']);
  const select = connection.prepare(
    `select email, created_at from signups
     where wave is null and (created_at, email) > ($1, $2) and ${condition}
     order by created_at, email limit cast($3 as integer)`,
  );
  const update = connection.prepare('update signups set wave = ?, invited_at = ? where email = ?');
  const values = Object.fromEntries(parameters.map((value, index) => [`$${index + 1}`, value]));
  let last = { $1: '', $2: '' };
  return repeatBatch(() =>
    inTransaction(connection, () => {
      const invitation = readUnfinished(connection);
      // Another command has finished it.
      if (invitation?.wave !== wave) return 0;
      const { first } = invitation;
      const rows = select.all({ ...values, ...last, $3: Math.min(first, sqliteBatchRows) });
      for (const { email } of rows) update.run(wave, invitedAt, String(email));
      const newest = rows.at(-1);
      if (newest) last = { $1: String(newest.created_at), $2: String(newest.email) };
      if (rows.length === 0) removeUnfinished(connection);
      else writeUnfinished(connection, { ...invitation, first: first - rows.length });
      return rows.length;
    }),
  );
}

/**
 * Marks the people of an invitation, after it has finished the invitation that a killed command has left.
 * @returns the number of people who were marked for this invitation.
 */
export async function inviteInSqlite(
  connection: DatabaseSync,
  invitation: Invitation,
): Promise<number> {
  for (;;) {
    const unfinished = begin(connection, invitation);
    if (!unfinished) return 0;
    const marked = await finish(connection, unfinished);
    if (unfinished.wave === invitation.wave) return marked;
  }
}

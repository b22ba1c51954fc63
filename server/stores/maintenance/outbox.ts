import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite/file.ts';
import { countOutbox } from '../sqlite/outbox-counts.ts';
import { change, emptyLog } from '../sqlite/write.ts';
import type { Database } from './database.ts';

/** The SQLite file, opened by a command. */
interface OpenedFile {
  connection: DatabaseSync;
  query: Database['query'];
}

type Refusal = { email: string; code: string; storedAt: string; refusedAt: string };

export type OutboxState = Awaited<ReturnType<typeof readOutbox>>;

const refusalsShown = 100;

/** Returns the counts of the outbox, and the newest sign-ups that the function refused. */
export async function readOutbox({ connection, query }: OpenedFile) {
  const refusals = await query(
    `select email, refused_as as code, stored_at as "storedAt", refused_at as "refusedAt"
     from signup_outbox where refused_at is not null order by refused_at desc limit ${refusalsShown}`,
  );
  return { ...countOutbox(connection), refusals: refusals as unknown[] as Refusal[] };
}

/**
 * Makes refused sign-ups wait again: all of them, or those of one address. An address waits once: of two refused
 * sign-ups the first waits again, and none when the address waits already.
 * @returns the number of refused sign-ups before. Afterwards there are none.
 */
export function retryRefused(
  { connection }: Pick<OpenedFile, 'connection'>,
  email: string | null,
): number {
  const refused = 'refused_at is not null and (?1 is null or email = ?1)';
  const again = `update signup_outbox set refused_at = null, refused_as = null, tries = 0 where id in (
    select min(id) from signup_outbox where ${refused}
      and email not in (select email from signup_outbox where refused_at is null) group by email)`;
  return inTransaction(
    connection,
    () =>
      change(connection, again, email) +
      change(connection, `delete from signup_outbox where ${refused}`, email),
  );
}

/** Returns the addresses of the outbox from before a day (YYYY-MM-DD, UTC). */
export async function queuedBefore({ query }: OpenedFile, day: string): Promise<string[]> {
  const midnight = `${day}T00:00:00.000Z`;
  const rows = await query('select distinct email from signup_outbox where stored_at < $1', [
    midnight,
  ]);
  return rows.map(({ email }) => String(email));
}

/** Deletes the waiting and refused sign-ups of an address, from the file’s free space too. @returns their number. */
export function eraseQueued({ connection }: Pick<OpenedFile, 'connection'>, email: string): number {
  const erased = change(connection, 'delete from signup_outbox where email = ?', email);
  emptyLog(connection);
  return erased;
}

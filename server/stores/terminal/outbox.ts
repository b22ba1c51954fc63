import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite/open.ts';
import { change, emptyLog } from '../sqlite/write.ts';

/** The opened SQLite file, as the terminal hands it over. */
interface OpenedFile {
  connection: DatabaseSync;
  query(statement: string): Promise<Record<string, unknown>[]>;
}

type Refusal = { email: string; code: string; keptAt: string; refusedAt: string };

export type OutboxState = Awaited<ReturnType<typeof readOutbox>>;
export type OutboxCounts = Pick<OutboxState, 'depth' | 'oldestSeconds' | 'refused'>;

const refusalsShown = 100;

/** How many wait for the function and since when, and how many it refused. */
export function countOutbox(connection: DatabaseSync) {
  const statement = `select count(*) filter (where refused_at is null) as depth,
    count(refused_at) as refused, min(kept_at) filter (where refused_at is null) as oldest from outbox`;
  const row = connection.prepare(statement).get();
  const oldest = row?.oldest ? String(row.oldest) : null;
  return {
    /** Sign-ups that wait for the function. */
    depth: Number(row?.depth),
    /** When the oldest of them was kept, ISO 8601, UTC; null: none waits. */
    oldest,
    oldestSeconds: oldest ? Math.max(0, Math.round((Date.now() - Date.parse(oldest)) / 1000)) : 0,
    /** Kept aside, and sent again when a person says so. */
    refused: Number(row?.refused),
  };
}

/** What waits in the outbox, and the newest of what the function would not take. */
export async function readOutbox({ connection, query }: OpenedFile) {
  const refusals = await query(
    `select email, refused_as as code, kept_at as "keptAt", refused_at as "refusedAt"
     from outbox where refused_at is not null order by refused_at desc limit ${refusalsShown}`,
  );
  return { ...countOutbox(connection), refusals: refusals as unknown[] as Refusal[] };
}

/**
 * Lets what the function refused wait again, all of it or one address’s. An address waits once: of two refused ones
 * the first is sent, and none where the address waits already.
 * @returns how many refused ones there were; none is afterwards.
 */
export function retryRefused(
  { connection }: Pick<OpenedFile, 'connection'>,
  email: string | null,
): number {
  const refused = 'refused_at is not null and (?1 is null or email = ?1)';
  const again = `update outbox set refused_at = null, refused_as = null, tries = 0 where id in (
    select min(id) from outbox where ${refused}
      and email not in (select email from outbox where refused_at is null) group by email)`;
  return inTransaction(
    connection,
    () =>
      change(connection, again, email) +
      change(connection, `delete from outbox where ${refused}`, email),
  );
}

/** Drops what is kept of an address, waiting or refused, out of the file too. @returns how many there were. */
export function forgetKept({ connection }: Pick<OpenedFile, 'connection'>, email: string): number {
  const forgotten = change(connection, 'delete from outbox where email = ?', email);
  emptyLog(connection);
  return forgotten;
}

import { countOutbox } from '../sqlite/outbox-counts.ts';
import type { Database } from './database.ts';
import type { SqliteDatabase } from './sqlite.ts';

type Refusal = { email: string; code: string; storedAt: string; refusedAt: string };

export type OutboxState = Awaited<ReturnType<typeof readOutbox>>;

const refusalsShown = 100;

/** Returns the counts of the outbox, and the newest sign-ups that the function refused. */
export async function readOutbox({ sql, query }: SqliteDatabase) {
  const refusals = await query(
    `select email, refused_as as code, stored_at as "storedAt", refused_at as "refusedAt"
     from signup_outbox where refused_at is not null order by refused_at desc limit ${refusalsShown}`,
  );
  return { ...countOutbox(sql), refusals: refusals as unknown[] as Refusal[] };
}

/**
 * Makes all refused sign-ups wait again, or the refused sign-ups of one address. An address waits once: of two refused
 * sign-ups only the first waits again. If the address waits already, its refused sign-ups are removed.
 * @returns the number of refused sign-ups before. Afterwards there are none.
 */
export function retryRefused(
  { transaction }: Pick<Database, 'transaction'>,
  email: string | null,
): Promise<number> {
  const refused = 'refused_at is not null and ($1 is null or email = $1)';
  return transaction(async (query) => {
    const again = await query(
      `update signup_outbox set refused_at = null, refused_as = null, tries = 0 where id in (
        select min(id) from signup_outbox where ${refused}
          and email not in (select email from signup_outbox where refused_at is null) group by email)
      returning id`,
      [email],
    );
    const others = await query(`delete from signup_outbox where ${refused} returning id`, [email]);
    return again.length + others.length;
  });
}

/** Returns the addresses of the outbox from before a day (YYYY-MM-DD, UTC). */
export async function queuedBefore(
  { query }: Pick<Database, 'query'>,
  day: string,
): Promise<string[]> {
  const midnight = `${day}T00:00:00.000Z`;
  const rows = await query('select distinct email from signup_outbox where stored_at < $1', [
    midnight,
  ]);
  return rows.map(({ email }) => String(email));
}

/** Deletes the waiting and refused sign-ups of an address, from the file’s free space too. @returns their number. */
export async function eraseQueued(
  { query, sweep }: Pick<Database, 'query' | 'sweep'>,
  email: string,
): Promise<number> {
  const erased = await query('delete from signup_outbox where email = $1 returning id', [email]);
  await sweep();
  return erased.length;
}

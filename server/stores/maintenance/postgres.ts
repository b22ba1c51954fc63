import * as z from 'zod/mini';
import { erasedSchema } from '../../../shared/entry/entry.ts';
import { createPool, type Pool } from '../postgres/pool.ts';
import { explain as explainPostgres } from '../postgres/problems.ts';
import { StoreError } from '../store-error.ts';
import type { Database } from './database.ts';

/** PostgreSQL’s codes for a missing schema and a missing table. */
const missing = new Set(['3F000', '42P01']);

/** Returns an error of PostgreSQL with its cause and its remedy. Returns every other error as it is. */
async function explain(error: unknown, pool: Pool): Promise<unknown> {
  if (!missing.has(Object(error).code)) return explainPostgres(error, pool);
  return new StoreError({
    code: 'no_data',
    problem: 'no sign-up data in the database',
    remedy: 'Start the server once, or run `supabase db push`.',
  });
}

/** Opens a PostgreSQL database, Supabase’s own included. Creates nothing. */
export function openPostgresDatabase(url: string): Database {
  const pool = createPool(url, { size: 2, timeoutMs: null });
  const explained = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch(async (error) => {
      throw await explain(error, pool);
    });
  const transaction: Database['transaction'] = (work) => explained(pool.transaction(work));
  return {
    schema: 'deckwright.',
    hasOutbox: false,
    batchSize: 500,
    time: (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    // The text of a `date` that PostgreSQL writes by itself follows DateStyle: 27.11.2026 with `German`.
    day: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
    addressHash: (key, email) =>
      `encode(sha256(convert_to(${key} || ':' || ${email}, 'UTF8')), 'hex')`,
    query: (statement, values) => explained(pool.query(statement, values)),
    async *stream(statement, values) {
      try {
        yield* pool.stream(statement, values);
      } catch (error) {
        throw await explain(error, pool);
      }
    },
    transaction,
    async queueMails(query, emails, kind) {
      const rows = await query(
        `select from jsonb_array_elements_text($1) as email
         where deckwright.queue_mail(email, $2)`,
        [JSON.stringify(emails), kind],
      );
      return rows.length;
    },
    async erase(emails, queuesEvents) {
      const rows = await transaction((query) =>
        query(
          `select deckwright.erase_entry(email, ${queuesEvents}) as erased
           from jsonb_array_elements_text($1) as email`,
          [JSON.stringify(emails)],
        ),
      );
      return z.array(erasedSchema).parse(rows.map(({ erased }) => erased));
    },
    // `analyze` renews the planner’s statistics, which hold addresses. Without `index_cleanup` PostgreSQL skips the indexes
    // when few rows are dead, and the address stays in the pages of the primary key.
    sweep: async () =>
      void (await explained(
        pool.query(
          'vacuum (analyze, index_cleanup on) deckwright.signups, deckwright.links, deckwright.deliveries',
        ),
      )),
    // The functions above have explained their errors already.
    explain: (error) => error,
    close: pool.end,
  };
}

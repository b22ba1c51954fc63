import { readAnswer, type SignupStore } from '../../../shared/signup/store.ts';
import type { Pool } from './pool.ts';

/** Sign-ups in PostgreSQL, by the functions of the migrations. */
export const createPostgresStore = (pool: Pool): SignupStore => ({
  async record(attempt, signup) {
    const hash = attempt?.visitorHash ?? null;
    const limit = attempt?.limitPerHour ?? null;
    const [row] = await pool.ask((sql) =>
      signup?.isCanary
        ? sql`select public.secure_signup_canary() as answer`
        : sql`select public.secure_signup_save(
            ${hash}::text, ${limit}::integer, ${signup as never}::jsonb
          ) as answer`,
    );
    return readAnswer(row?.answer);
  },
  async addCounts(counts) {
    const list = JSON.stringify(counts);
    await pool.ask((sql) => sql`select public.secure_signup_count(${list}::text::jsonb)`);
  },
});

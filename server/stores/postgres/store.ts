import { asParameter, readAnswer, type SignupStore } from '../../../shared/signup/store.ts';
import type { Pool } from './pool.ts';

/** Creates the store in PostgreSQL. It calls the functions of the migrations. */
export const createPostgresStore = (pool: Pool): SignupStore => ({
  async record(attempt, signup) {
    const hash = attempt?.visitorHash ?? null;
    const limit = attempt?.limitPerHour ?? null;
    const row = signup && JSON.stringify(asParameter(signup));
    const [answered] = await pool.ask((sql) =>
      signup?.isCanary
        ? sql`select public.secure_signup_canary() as answer`
        : sql`select public.secure_signup_save(
            ${hash}::text, ${limit}::integer, ${row}::text::jsonb
          ) as answer`,
    );
    return readAnswer(answered?.answer);
  },
  async addCounts(batch) {
    const json = JSON.stringify(batch);
    await pool.ask((sql) => sql`select public.secure_signup_count(${json}::text::jsonb)`);
  },
  async addNotice({ version, text }) {
    await pool.ask((sql) => sql`select public.secure_signup_notice(${version}, ${text})`);
  },
});

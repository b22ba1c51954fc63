import { createEntryStore, type EntryStore } from '../../../shared/entry/entry.ts';
import { asParameter, readAnswer, type SignupStore } from '../../../shared/signup/store.ts';
import type { Pool } from './pool.ts';

/** Creates the store of sign-ups in PostgreSQL. It calls the functions of the migrations. */
export const createPostgresStore = (pool: Pool): SignupStore => ({
  async record(attempt, signup) {
    const hash = attempt?.visitorHash ?? null;
    const limit = attempt?.limitPerHour ?? null;
    const row = signup && JSON.stringify(asParameter(signup));
    const [answered] = signup?.isCanary
      ? await pool.query('select public.secure_signup_canary() as answer')
      : await pool.query('select public.secure_signup_save($1, $2, $3) as answer', [
          hash,
          limit,
          row,
        ]);
    return readAnswer(answered?.answer);
  },
  async addCounts(counts) {
    await pool.query('select public.secure_signup_count($1)', [JSON.stringify(counts)]);
  },
  async addNotice({ version, text }) {
    await pool.query('select public.secure_signup_notice($1, $2)', [version, text]);
  },
});

/** Creates the store of entries in PostgreSQL. It calls the function of the migrations. */
export const createPostgresEntries = (pool: Pool, queuesEvents: boolean): EntryStore =>
  createEntryStore(queuesEvents, async (request) => {
    const json = JSON.stringify(request);
    const [row] = await pool.query('select public.secure_signup_entry($1) as answer', [json]);
    return row?.answer;
  });

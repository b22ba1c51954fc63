import { createEntryStore, type EntryStore } from '../../../shared/entry/entry.ts';
import type { Pool } from './pool.ts';

/** Creates the store of entries in PostgreSQL. It calls the function of the migrations. */
export const createPostgresEntries = (pool: Pool): EntryStore =>
  createEntryStore(async (request) => {
    const json = JSON.stringify(request);
    const [row] = await pool.ask(
      (sql) => sql`select public.secure_signup_entry(${json}::text::jsonb) as answer`,
    );
    return row?.answer;
  });

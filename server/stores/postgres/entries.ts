import { createEntryStore, type EntryStore } from '../../../shared/entry/entry.ts';
import type { Pool } from './pool.ts';

/** Creates the store of entries in PostgreSQL. It calls the function of the migrations. */
export const createPostgresEntries = (pool: Pool, queuesEvents: boolean): EntryStore =>
  createEntryStore(queuesEvents, async (request) => {
    const json = JSON.stringify(request);
    const [row] = await pool.query('select public.secure_signup_entry($1) as answer', [json]);
    return row?.answer;
  });

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '../../shared/settings/schema.ts';
import { ownData } from '../backends/embedded/owned-data.ts';
import { connect } from '../backends/postgres-connection.ts';
import { RecordsError, type RecordsOwner } from './owner.ts';

export interface Standalone {
  owner: RecordsOwner;
  close(): Promise<void>;
}

async function openPostgres(url: string, backend: 'postgres' | 'supabase'): Promise<Standalone> {
  const sql = await connect(url, { max: 1, connect_timeout: 10 });
  const query: RecordsOwner['query'] = async (statement, parameters = []) => [
    ...(await sql.unsafe(statement, parameters as never[])),
  ];
  return { owner: { backend, query, dump: null }, close: () => sql.end({ timeout: 5 }) };
}

async function openEmbedded(directory: string): Promise<Standalone> {
  const { database, close } = await ownData(resolve(directory), { warn: console.error }, () => {});
  const { query, dump } = database;
  return { owner: { backend: 'embedded', query, dump }, close };
}

/** Opens the sign-ups that the settings name, for this process alone where they are embedded. */
export async function openStandalone(settings: Settings): Promise<Standalone> {
  const { SUPABASE_URL, DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) return openPostgres(DATABASE_URL, SUPABASE_URL ? 'supabase' : 'postgres');
  if (!SUPABASE_URL) return openEmbedded(DATA_DIR);
  throw new RecordsError(
    'no_database_url',
    'The sign-ups live in Supabase’s database, and its address is not set.',
    'Set DATABASE_URL to the connection string that the project shows.',
  );
}

/** Opens the outbox of a folder, which no server has; one that holds no data is not made to. */
export async function openOutbox({ DATA_DIR }: Settings): Promise<Standalone> {
  if (existsSync(join(resolve(DATA_DIR), 'pglite'))) return openEmbedded(DATA_DIR);
  const nothing: RecordsOwner = { backend: 'embedded', query: async () => [], dump: null };
  return { owner: nothing, close: async () => {} };
}

import { inject } from 'vitest';
import type { Backend } from '../../server/signup/backend.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { startTestServer } from '../../server/testing/test-server.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { bePatient } from '../support/patience.ts';
import { openSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { keys, startSupabase } from '../support/supabase.ts';

/** A running server with one of the three backends. */
export interface Host {
  url: string;
  backend: Backend;
  /** The address of the database; absent on SQLite. */
  databaseUrl?: string;
  /** Queries the database itself. Columns and tables have the same names everywhere. */
  query(statement: string): Promise<Record<string, unknown>[]>;
}

const common = {
  NODE_ENV: 'test',
  TRUST_PROXY: '1',
  IP_HASH_SECRET: 'scenarios-hash-secret',
  SIGNUP_PROXY_SECRET: 'scenarios-proxy-secret',
  TURNSTILE_SITE_KEY: '0x4site',
  // A busy machine answers slowly.
  UPSTREAM_TIMEOUT_MS: '60000',
};

/** Opens a session with a PostgreSQL database for the tests. Returns its query. */
function postgresQuery(url: string): Host['query'] {
  const sql = openSql(`${url}?options=-csearch_path%3Ddeckwright`);
  atEnd(sql.end);
  return (statement) => sql.query(statement);
}

async function startServer(environment: Record<string, string>) {
  bePatient();
  const { port, context } = await startTestServer({ ...common, ...environment });
  await context.backend.open();
  await context.startDeliveries();
  return { url: `http://127.0.0.1:${port}`, backend: context.backend };
}

export async function startOnSqlite(settings: Record<string, string>): Promise<Host> {
  const folder = temporaryFolder();
  const server = await startServer({ DATA_DIR: folder, ...settings });
  return { ...server, query: async (statement) => readSqlite(folder, statement) };
}

export async function startOnPostgres(
  settings: Record<string, string>,
  database = 'scenarios_plain',
): Promise<Host> {
  const databaseUrl = await newDatabase(database);
  const server = await startServer({ DATABASE_URL: databaseUrl, ...settings });
  return { ...server, databaseUrl, query: postgresQuery(databaseUrl) };
}

/**
 * Starts Express in front of a Supabase project.
 * @param settings of the function. The server gets those about mails only.
 * @param ofServer further settings of the server.
 */
export async function startOnSupabase(
  settings: Record<string, string>,
  database = 'scenarios_hosted',
  ofServer: Record<string, string> = {},
): Promise<Host> {
  const secrets = { ...common, ...settings };
  const project = await startSupabase(inject('postgresPort'), database, secrets);
  const { MAIL_URL, MAIL_FROM = '' } = settings;
  const server = await startServer({
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    ...(MAIL_URL ? { MAIL_URL, MAIL_FROM } : {}),
    ...ofServer,
  });
  const { databaseUrl } = project;
  return { ...server, databaseUrl, query: postgresQuery(databaseUrl) };
}

import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { startDeliverRun } from '../support/deliver-run.ts';
import { createCluster, createDatabase } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';

export type Start = (environment: Record<string, string>) => Promise<string>;

/** Starts the built site on a data folder of its own. Resolves with the address of the site. */
export const startSite: Start = async (environment) =>
  (await startReady(temporaryFolder(), { NODE_ENV: 'test', ...environment })).url;

/** The secrets that PostgreSQL and Supabase need for sign-ups and entries. */
const secrets = {
  IP_HASH_SECRET: 'the-hash-secret-of-the-journeys',
  SIGNUP_PROXY_SECRET: 'the-proxy-secret-of-the-journeys',
};

/** Starts the built site on a backend with a database of its own. Each function resolves with the address of the site. */
export const startOn: Record<'sqlite' | 'postgres' | 'supabase', Start> = {
  sqlite: startSite,
  async postgres(settings) {
    const { port } = await createCluster();
    const DATABASE_URL = await createDatabase(port, 'journeys');
    return startSite({ ...secrets, ...settings, DATABASE_URL });
  },
  /** The function runs under Deno, and `deckwright deliver run` sends the mails. */
  async supabase(settings) {
    const { port } = await createCluster();
    const all = { NODE_ENV: 'test', ...secrets, ...settings };
    const { url, databaseUrl } = await startSupabase(port, 'journeys', all);
    startDeliverRun({ ...all, DATABASE_URL: databaseUrl });
    return startSite({ ...all, SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: keys.publishable });
  },
};

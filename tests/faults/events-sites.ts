import type { Backend } from '../../server/signup/backend.ts';
import { addLink } from '../../server/testing/add-link.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { startTestServer } from '../../server/testing/test-server.ts';
import type { RunningProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { addPostgresLink } from '../support/add-link.ts';
import { startReady } from '../support/built-server.ts';
import { startDeliverRun } from '../support/deliver-run.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { keys, startSupabase } from '../support/supabase.ts';

type Environment = Record<string, string>;

/** A site with one of the three backends. */
export interface Site {
  backend: Backend;
  /** Adds a link to the entry of an address, as the worker does before it sends a mail. Returns its token. */
  addLink(email: string): Promise<string>;
  /** Returns the number of events that wait, and of events that were given up. */
  counts(): Promise<{ waiting: number; refused: number }>;
  /** Starts the process that delivers the events. */
  startDelivering(): Promise<RunningProgram>;
}

const common = {
  IP_HASH_SECRET: 'a-hash-secret-of-the-events',
  SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000000',
  // An entry is shown on a site with mails only. No process of these tests sends the mails.
  MAIL_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@events.example',
};

/** Starts the part of a site that takes sign-ups, in the process of the test. It delivers nothing. */
async function openBackend(settings: Environment): Promise<Backend> {
  const { context } = await startTestServer({ ...common, ...settings });
  await context.backend.open();
  return context.backend;
}

const countsOf = (table: string): string => `select
    count(*) filter (where sent_at is null and refused_at is null) as waiting,
    count(refused_at) as refused
  from ${table} where kind like 'signup.%'`;

const numbers = (row: Record<string, unknown> | undefined) => ({
  waiting: Number(row?.waiting),
  refused: Number(row?.refused),
});

async function startOnSqlite(events: Environment): Promise<Site> {
  const DATA_DIR = temporaryFolder();
  return {
    backend: await openBackend({ DATA_DIR, ...events }),
    addLink: async (email) => addLink(DATA_DIR, email),
    counts: async () => numbers(readSqlite(DATA_DIR, countsOf('deliveries'))[0]),
    startDelivering: () => startReady(DATA_DIR, events),
  };
}

/** Returns what a site on PostgreSQL and a site on Supabase have in common. */
function onPostgres(databaseUrl: string): Pick<Site, 'addLink' | 'counts'> {
  return {
    addLink: (email) => addPostgresLink(databaseUrl, email),
    counts: async () => numbers((await query(databaseUrl, countsOf('deckwright.deliveries')))[0]),
  };
}

async function startOnPostgres(events: Environment): Promise<Site> {
  const DATABASE_URL = await newDatabase('events');
  const settings = { ...events, DATABASE_URL };
  const backend = await openBackend(settings);
  return {
    ...onPostgres(DATABASE_URL),
    backend,
    startDelivering: () =>
      startReady(temporaryFolder(), { ...settings, IP_HASH_SECRET: common.IP_HASH_SECRET }),
  };
}

async function startOnSupabase(events: Environment, port: number): Promise<Site> {
  const SIGNUP_PROXY_SECRET = 'a-proxy-secret-of-the-events';
  const secrets = { ...common, ...events, SIGNUP_PROXY_SECRET };
  const { url, databaseUrl } = await startSupabase(port, 'events_hosted', secrets);
  const backend = await openBackend({
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_PROXY_SECRET,
  });
  return {
    ...onPostgres(databaseUrl),
    backend,
    async startDelivering() {
      const settings = { DATABASE_URL: databaseUrl, MAIL_FROM: '', ...events };
      const worker = startDeliverRun(settings);
      await worker.hears(/"events":"(.+?)"/);
      return worker;
    },
  };
}

/** The three sites by name. `start` gets the settings of the events, and the port of the PostgreSQL of the run. */
export const sites: { name: string; start(events: Environment, port: number): Promise<Site> }[] = [
  { name: 'SQLite', start: startOnSqlite },
  { name: 'PostgreSQL', start: startOnPostgres },
  { name: 'Supabase with `deliver run`', start: startOnSupabase },
];

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perform } from '../../server/records/perform.ts';
import { openStandalone } from '../../server/records/standalone.ts';
import { askRecords } from '../../server/testing/ask-records.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { startTestServer } from '../../server/testing/test-server.ts';
import type { RecordsAnswer, SignupRecord } from '../../shared/records.ts';
import type { Cluster } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';

/** The whole server over one of the three databases. */
export interface Host {
  url: string;
  /** Every sign-up that was written down, as the terminal would show it. */
  rows(): Promise<SignupRecord[]>;
  close(): Promise<void>;
}

const common = {
  NODE_ENV: 'test',
  TRUST_PROXY: '1',
  IP_HASH_SECRET: 'scenarios-hash-secret',
  SIGNUP_PROXY_SECRET: 'scenarios-proxy-secret',
  TURNSTILE_SITE_KEY: '0x4site',
};

const rowsOf = (answers: RecordsAnswer[]): SignupRecord[] =>
  answers.flatMap((answer) => ('row' in answer ? [answer.row] : []));

/** The rows of a database with an address, read as a records process reads them. */
async function exportFrom(databaseUrl: string): Promise<SignupRecord[]> {
  const { owner, close } = await openStandalone(
    testSettings({ DATABASE_URL: databaseUrl, IP_HASH_SECRET: common.IP_HASH_SECRET }),
  );
  const answers: RecordsAnswer[] = [];
  for await (const answer of perform({ method: 'export' }, owner)) answers.push(answer);
  await close();
  return rowsOf(answers);
}

async function startServer(environment: Record<string, string>) {
  const { server, context, close } = await startTestServer({ ...common, ...environment });
  await context.backend.open();
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, close };
}

export async function startOnPglite(botCheck: Record<string, string>): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'deckwright-scenarios-'));
  const { url, close } = await startServer({ DATA_DIR: folder, ...botCheck });
  return {
    url,
    rows: async () => rowsOf(await askRecords(folder, { method: 'export' })),
    close: async () => {
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startOnPostgres(
  botCheck: Record<string, string>,
  cluster: Cluster,
): Promise<Host> {
  const databaseUrl = await cluster.createDatabase('plain');
  const { url, close } = await startServer({ DATABASE_URL: databaseUrl, ...botCheck });
  return { url, rows: () => exportFrom(databaseUrl), close };
}

/** Express in front of a project: what the function needs is set there, not here. */
export async function startOnSupabase(
  botCheck: Record<string, string>,
  cluster: Cluster,
): Promise<Host> {
  const project = await startSupabase(cluster, { ...common, ...botCheck });
  const { url, close } = await startServer({
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
  });
  return {
    url,
    rows: () => exportFrom(project.databaseUrl),
    close: async () => {
      await close();
      await project.close();
    },
  };
}

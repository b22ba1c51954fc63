import { expect, inject, test } from 'vitest';
import type { Finding } from '../../cli/commands/check/report.ts';
import { runCommand } from '../../cli/testing/run-command.ts';
import { startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { type Running, ready, start } from '../support/built-server.ts';
import { adminUrl, createCluster, createDatabase, query, withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const asAdmin = (statement: string, database?: string) =>
  query(adminUrl(inject('postgresPort'), database), statement);

const settingsOf = (url: string) => ({ DATABASE_URL: url, IP_HASH_SECRET: 'x'.repeat(16) });

/** Returns what `check --live` finds in the database and in the server. */
async function check(url: string, server?: Running) {
  // Nothing listens on port 2.
  const PORT = server ? new URL(server.url).port : '2';
  const { out } = await runCommand('check --live --json', { ...settingsOf(url), PORT });
  expect(out).not.toContain(`${new URL(url).password}@`);
  const { live } = JSON.parse(out) as { live: Finding[] };
  const of = (name: string) => live.find((one) => one.name === name)?.problem ?? 'nothing';
  return { database: of('database'), server: of('server') };
}

/** Waits until a server is not ready. Returns the reason, with the password of an operator. */
async function whyNotReady({ url }: Running): Promise<string> {
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  return (await fetch(`${url}/readyz`)).text();
}

test('a role that may not write is named by /readyz and check --live, and is ready once it may write', async () => {
  const url = await newDatabase('read_only_role');
  const server = await start(settingsOf(url));
  await ready(server);
  await asAdmin('alter role read_only_role set default_transaction_read_only = on');
  await asAdmin(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'read_only_role'",
  );
  const why = 'the role read_only_role has default_transaction_read_only';
  expect(await whyNotReady(server)).toContain(why);
  expect(await check(url, server)).toEqual({
    database: expect.stringContaining(why),
    server: expect.stringContaining(why),
  });
  await asAdmin('alter role read_only_role reset default_transaction_read_only');
  expect(await signUp(server.url)).toBe(200);
  await ready(server);
});

test('a database that its provider makes read-only is named by /readyz and check --live, and takes sign-ups once it may be written', async () => {
  const { port } = await createCluster();
  const url = await createDatabase(port, 'full_disk');
  const server = await start(settingsOf(url));
  await ready(server);
  const setReadOnly = async (value: 'on' | 'off') => {
    await withSql(adminUrl(port), async (sql) => {
      await sql.query('set default_transaction_read_only = off');
      await sql.query(`alter system set default_transaction_read_only = ${value}`);
      await sql.query('select pg_reload_conf()');
    });
  };
  await setReadOnly('on');
  const why = 'the database is read-only';
  expect(await whyNotReady(server)).toContain(why);
  expect(await signUp(server.url)).toBe(503);
  expect(await check(url, server)).toEqual({
    database: expect.stringContaining(why),
    server: expect.stringContaining(why),
  });
  await setReadOnly('off');
  await ready(server);
  expect(await signUp(server.url)).toBe(200);
});

test('a role that may not create schemas has one cause in the log, /readyz and check --live', async () => {
  await asAdmin("create role no_rights login password 'no_rights'");
  await asAdmin('create database no_rights owner admin');
  const url = `postgres://no_rights:no_rights@127.0.0.1:${inject('postgresPort')}/no_rights`;
  const server = await start(settingsOf(url));
  const why = 'the role of DATABASE_URL may not create or use the tables of this site';
  expect(await whyNotReady(server)).toContain(why);
  await server.hears(/the role of DATABASE_URL may not create or use the tables of this site/);
  expect(await check(url, server)).toEqual({
    database: expect.stringContaining(why),
    server: expect.stringContaining(why),
  });
});

test('a role that owns its database and not the schema public gets the remedy from /readyz, and becomes ready by it', async () => {
  const url = await newDatabase('no_public');
  // As in a database of PostgreSQL 14 that was upgraded, where the administrator took away the right to create.
  await asAdmin(
    'alter schema public owner to admin; revoke create on schema public from public, pg_database_owner',
    'no_public',
  );
  const server = await start(settingsOf(url));
  expect(await whyNotReady(server)).toContain('`alter schema public owner to …`');
  await asAdmin('alter schema public owner to no_public', 'no_public');
  await ready(server);
  expect(await signUp(server.url)).toBe(200);
});

test('a role whose limit on statements is too short is named by /readyz and check --live', async () => {
  const url = await newDatabase('too_short');
  const server = await start(settingsOf(url));
  await ready(server);
  await asAdmin('alter role too_short set statement_timeout = 1');
  await asAdmin(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'too_short'",
  );
  const why = 'PostgreSQL ended the statement';
  expect(await whyNotReady(server)).toContain(why);
  expect((await check(url, server)).server).toContain(why);
});

test('a LATIN1 database takes sign-ups of any user agent', async () => {
  await asAdmin("create role latin login password 'latin'");
  await asAdmin(
    "create database latin owner latin encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0",
  );
  const url = `postgres://latin:latin@127.0.0.1:${inject('postgresPort')}/latin`;
  const server = await start(settingsOf(url));
  await ready(server);
  const signup = { ...goodSignup(), userAgent: 'Mozilla/5.0 (żółw) “quoted”' };
  expect(await signUp(server.url, signup)).toBe(200);
  expect((await check(url)).database).toBe('nothing');
});

test('with DateStyle German mails are taken and sent, and the terminal reads every time', async () => {
  const url = await newDatabase('german');
  await asAdmin("alter database german set datestyle = 'German'");
  const mailbox = await startMailbox();
  const mail = { MAIL_URL: mailbox.url, MAIL_FROM: 'launch@deckwright.example' };
  const server = await start({ ...settingsOf(url), ...mail });
  await ready(server);
  expect(await signUp(server.url)).toBe(200);
  await expect.poll(() => mailbox.mails.length).toBe(1);
  expect((await check(url)).database).toBe('nothing');
  const { out } = await runCommand('signups list --json', settingsOf(url));
  const [entry] = JSON.parse(out);
  expect(new Date(entry.createdAt).toISOString()).toBe(entry.createdAt);
});

test('a server that cannot load PL/pgSQL is named by /readyz and check --live', async () => {
  const url = await newDatabase('no_plpgsql');
  const server = await start(settingsOf(url));
  await ready(server);
  // As after an upgrade that did not bring the library.
  await asAdmin(
    "update pg_proc set probin = '$libdir/away' where proname = 'plpgsql_call_handler'",
    'no_plpgsql',
  );
  await asAdmin(
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'no_plpgsql'",
  );
  const why = 'PostgreSQL cannot run PL/pgSQL';
  expect(await whyNotReady(server)).toContain(why);
  expect(await check(url, server)).toEqual({
    database: expect.stringContaining(why),
    server: expect.stringContaining(why),
  });
});

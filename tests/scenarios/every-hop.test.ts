import { json } from 'node:stream/consumers';
import express from 'express';
import request from 'supertest';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { asCsv } from '../../cli/commands/signups/export/export-format.ts';
import { createClientIp } from '../../server/http/client-ip.ts';
import { createQueue } from '../../server/outbox/queue.ts';
import { handleSignup } from '../../server/routes/signup.ts';
import type { Submit } from '../../server/signup/backend.ts';
import { createSupabaseService } from '../../server/signup/edge-function.ts';
import { openTarget } from '../../server/stores/maintenance/open-target.ts';
import { exportSignups, listSignups } from '../../server/stores/maintenance/read.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { createPostgresStore } from '../../server/stores/postgres/store.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import { createFakeFunction } from '../../server/testing/fake-function.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { columns } from '../../shared/signup/fields.ts';
import { processSignup } from '../../shared/signup/process.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { createWorld } from '../../shared/signup/testing/process-world.ts';
import {
  acceptedSignup,
  arrivalAddress,
  sentSignup,
  shownNotice,
} from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { answerJson } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { handle } from '../../supabase/functions/secure-signup/handle.ts';
import { createRpcStore } from '../../supabase/functions/secure-signup/rpc-store.ts';
import { move } from '../support/maintenance.ts';
import { createDatabase, query, withSql } from '../support/postgres.ts';
import { sentForm } from '../support/sent-form.ts';

type Values = Readonly<Record<string, unknown>>;

const sent: Values = sentSignup;
/** The values of {@link acceptedSignup} that have a column. */
const row = Object.fromEntries(
  columns.flatMap(({ name }) => {
    const value = Object.entries(acceptedSignup).find(([one]) => one === name);
    return value ? [value] : [];
  }),
);

/** Returns a row of `signups` with its fields in place of its columns. */
const byField = (stored: Values | undefined): Values =>
  Object.fromEntries(columns.map(({ name, column }) => [name, stored?.[column]]));

/** Sends a request to the route. @returns the fields that the backend gets. */
async function submitted(send: (to: request.Test) => request.Test): Promise<Values> {
  const submit = vi.fn<Submit>(async () => ({ ok: true }));
  const handler = handleSignup({
    settings: { SITE_ORIGIN: 'https://deckwright.example', SIGNUP_PROXY_SECRET: undefined },
    clientIp: createClientIp(undefined),
    backend: { submit },
    metrics: null,
    counter: { count: () => {} },
  });
  await send(request(express().post('/', handler)).post('/'));
  return submit.mock.calls[0]?.[0] ?? {};
}

/** Calls the function by the Supabase backend. @returns the body that arrives there. */
async function received(
  call: (service: ReturnType<typeof createSupabaseService>) => Promise<unknown>,
): Promise<Values> {
  let body: Values = {};
  const project = await createFakeFunction(async (incoming, response) => {
    body = (await json(incoming)) as Values;
    answerJson(200, { message: 'Thank you.' })(incoming, response);
  });
  const settings = testSettings(project);
  await call(createSupabaseService({ settings, log: silentLog, metrics: null }));
  return body;
}

/** Calls the function under Deno’s interface. @returns the row that its store gets. */
async function handled(): Promise<Values> {
  const { dependencies, calls } = createWorld({ verdict: null });
  const headers = { 'Content-Type': 'application/json', apikey: 'key' };
  const init = { method: 'POST', headers, body: JSON.stringify(sentSignup) };
  const noEntry = async () => null;
  await handle(new Request('https://function.example', init), {
    ...dependencies,
    entries: { read: noEntry, confirm: noEntry, remove: noEntry },
    store: { ...dependencies.store, addCounts: async () => {}, addNotice: async () => {} },
    proxySecret: null,
    isHosted: true,
    acceptedKeys: ['key'],
    allowedOrigins: [],
  });
  return { ...calls[0]?.[1] };
}

async function judged(): Promise<Values> {
  const { dependencies, calls } = createWorld({ verdict: null });
  await processSignup(sentSignup, { visitor: null }, dependencies);
  return { ...calls[0]?.[1] };
}

/** Returns the parameter that a store passes to `secure_signup_save` behind PostgREST. */
async function passedToRpc(): Promise<Values> {
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockResolvedValueOnce(Response.json({ retryAfter: null, saved: true }));
  await createRpcStore('https://project.supabase.example', 'secret', false).record(
    null,
    acceptedSignup,
  );
  const [, init] = fetched.mock.lastCall ?? [];
  return byField(JSON.parse(String(init?.body)).signup);
}

const folder = temporaryFolder();
const file = createSqliteFile(folder);
const sqliteUrl = temporaryFolder();
let postgresUrl: string;
let movedUrl: string;

async function record(store: SignupStore): Promise<void> {
  await store.addNotice(shownNotice);
  await store.record(null, acceptedSignup);
}

/** Moves the sign-ups of the SQLite file. @returns the first row of the target. */
async function moved(to: string): Promise<Values> {
  const [source, target] = [openSqliteDatabase(folder), await openTarget(to)];
  await move(source, target);
  const [first] = await target.query(`select * from ${target.schema}signups`);
  await source.close();
  await target.close();
  return byField(first);
}

/** Reads the SQLite file as a command does. @returns the values by the names of their fields. */
async function read(work: (file: ReturnType<typeof openSqliteDatabase>) => Promise<Values>) {
  const opened = openSqliteDatabase(folder);
  const record = await work(opened);
  await opened.close();
  return Object.fromEntries(
    columns.flatMap(({ name, exportedAs }) => (exportedAs ? [[name, record[exportedAs]]] : [])),
  );
}

const exported = Object.fromEntries(
  columns.flatMap(({ name, exportedAs }) => (exportedAs && name in row ? [[name, row[name]]] : [])),
);

beforeAll(async () => {
  atEnd(file.close);
  await record(createSqliteStore(file));
  await createQueue(file).add(acceptedSignup);
  postgresUrl = await createDatabase(inject('postgresPort'), 'every_hop');
  movedUrl = await createDatabase(inject('postgresPort'), 'every_hop_moved');
  await withSql(postgresUrl, (sql) => migrate(sql));
  const pool = createPool(postgresUrl);
  await record(createPostgresStore(pool));
  await pool.end();
});

const form = sentForm({ email: sentSignup.email, notice: sentSignup.notice }).toString();
/** What the form of the landing page knows: no button opened it, and it has no clock and no bot check. */
const fromForm = { ...sent, source: '', turnstileToken: null, formFillTime: null, website: '' };
const judgedRow = { ...row, botCheck: 'skipped', formFillTime: sent.formFillTime };

describe.each<[hop: string, expected: Values, pass: () => Promise<Values>]>([
  ['the JSON route', sent, () => submitted((to) => to.send(sentSignup))],
  [
    'the form route',
    fromForm,
    () =>
      submitted((to) =>
        // The page of a form without JavaScript has the campaign in its address.
        to.set('User-Agent', sentSignup.userAgent).set('Referer', arrivalAddress).send(form),
      ),
  ],
  [
    'the request to the function',
    sent,
    () => received(({ submit }) => submit(sent, { visitor: null, requestId: 'hop' })),
  ],
  ['the function', judgedRow, handled],
  ['the rules', judgedRow, judged],
  ['the outbox', row, async () => ({ ...(await createQueue(file).next())?.signup })],
  [
    'the replay',
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'botCheck')),
    () => received(({ submitChecked }) => submitChecked(acceptedSignup)),
  ],
  [
    'the SQLite store',
    row,
    () => file.commit((sql) => byField(sql.get`select * from signups` as Values)),
  ],
  ['the rpc of the function', row, passedToRpc],
  [
    'the PostgreSQL store',
    row,
    async () => byField((await query(postgresUrl, 'select * from deckwright.signups'))[0]),
  ],
  ['the move to PostgreSQL', row, async () => moved(movedUrl)],
  ['the move to SQLite', row, async () => moved(sqliteUrl)],
  [
    'the export',
    exported,
    () => read(async (opened) => ({ ...(await Array.fromAsync(exportSignups(opened)))[0] })),
  ],
  [
    'the list',
    exported,
    () => read(async (opened) => ({ ...(await Array.fromAsync(listSignups(opened, 1)))[0] })),
  ],
  [
    'the CSV export',
    exported,
    () =>
      read(async (opened) => {
        const [first] = await Array.fromAsync(listSignups(opened, 1));
        const cells = (line: string) => line.trimEnd().split(',');
        const values = first ? cells(asCsv.row(first, 0)) : [];
        return Object.fromEntries(cells(asCsv.head).map((name, at) => [name, values[at]]));
      }),
  ],
])('%s', (hop, expected, pass) => {
  let values: Values;
  beforeAll(async () => {
    values = await pass();
  });

  test.each(Object.keys(expected))(`carries %s through ${hop}`, (name) => {
    expect({ hop, [name]: values[name] }).toEqual({ hop, [name]: expected[name] });
  });
});

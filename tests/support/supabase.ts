import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import postgres, { type Sql } from 'postgres';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { answerJson, createStandIn } from '../../shared/testing/stand-in.ts';
import { startEdgeFunction } from './edge-function.ts';
import { createDatabase, type Place, query, withSql } from './postgres.ts';

export const keys = {
  publishable: 'sb_publishable_scenarios',
  secret: 'sb_secret_scenarios',
} as const;

/** The role of the database that a key stands for. */
const roles = new Map<unknown, string>([
  [keys.secret, 'service_role'],
  [keys.publishable, 'anon'],
]);

const rolesSql = readFileSync(new URL('./supabase-roles.sql', import.meta.url), 'utf8');

/** A database with a project’s roles and default privileges, migrated by a role that is no superuser. */
export async function createProjectDatabase(place: Place, name: string): Promise<string> {
  const url = await createDatabase(place, name);
  const asAdmin = new URL(place.adminUrl);
  asAdmin.pathname = name;
  await query(asAdmin.href, rolesSql.replaceAll('hosted', name));
  await withSql(url, (sql) => migrate(sql));
  return url;
}

/** As PostgREST comes to a project’s database: it may become any of the project’s roles. */
export const authenticatorUrl = ({ port }: Place, name: string): string =>
  `postgres://authenticator:authenticator@127.0.0.1:${port}/${name}`;

/** The edge’s part: passes a request on with the caller’s address, and the headers as they came. */
export async function forward(request: IncomingMessage, to: string): Promise<Response> {
  const { method = 'GET' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!['host', 'connection', 'content-length'].includes(name)) headers.set(name, String(value));
  }
  headers.set('x-forwarded-for', request.socket.remoteAddress ?? '');
  const body = method === 'GET' || method === 'OPTIONS' ? null : await text(request);
  return fetch(to, { method, headers, body });
}

export async function passOn(request: IncomingMessage, response: ServerResponse, to: string) {
  const answer = await forward(request, to);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.bytes());
}

/** PostgREST’s part: calls a function of the schema `public` by name, as the role that the key stands for. */
async function callFunction(request: IncomingMessage, response: ServerResponse, sql: Sql) {
  const { url = '', method, headers } = request;
  const [, name] = /^\/rest\/v1\/rpc\/([a-z_]+)$/.exec(url) ?? [];
  const role = roles.get(headers.apikey);
  const sent = await text(request);
  const answer = (status: number, body: unknown) => answerJson(status, body)(request, response);
  if (!role) return answer(401, { message: 'Invalid API key' });
  if (!name || method !== 'POST') return answer(404, { message: 'not found' });
  try {
    const named = Object.entries(JSON.parse(sent)).filter(([key]) => /^[a-z_]+$/.test(key));
    const places = named.map(([key], index) => `${key} => $${index + 1}`).join(', ');
    const row = await sql.begin(async (transaction) => {
      await transaction.unsafe(`set local role ${role}`);
      const call = `select public.${name}(${places}) as answer`;
      return (
        await transaction.unsafe(call, named.map(([, value]) => value ?? null) as never[])
      )[0];
    });
    answer(200, row?.answer);
  } catch (error) {
    const code = error instanceof postgres.PostgresError ? error.code : 'XX000';
    answer(code === '42501' ? 403 : 500, { code, message: String(error) });
  }
}

/** A stand-in for a Supabase project: its gateway, the project’s function under Deno, its database. */
export async function startSupabase(place: Place, name: string, secrets: Record<string, string>) {
  const databaseUrl = await createProjectDatabase(place, name);
  const sql = postgres(authenticatorUrl(place, name), { max: 5, onnotice: () => {} });
  atEnd(() => sql.end({ timeout: 1 }));
  let functionUrl = '';
  const gateway = await createStandIn((request, response) => {
    const isForFunction = request.url === '/functions/v1/secure-signup';
    const answered = isForFunction
      ? passOn(request, response, functionUrl)
      : callFunction(request, response, sql);
    answered.catch(() => response.destroy());
  });
  functionUrl = await startEdgeFunction({
    SITE_ORIGIN: 'https://deckwright.example',
    SUPABASE_URL: gateway.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    ...secrets,
  });
  return { url: gateway.url, databaseUrl };
}

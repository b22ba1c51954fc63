import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { answerJson, createStandIn } from '../../shared/testing/stand-in.ts';
import { startEdgeFunction } from './edge-function.ts';
import { adminUrl, createDatabase, openSql, query, type Sql, withSql } from './postgres.ts';

export const keys = {
  publishable: 'sb_publishable_scenarios',
  secret: 'sb_secret_scenarios',
} as const;

const rolesSql = readFileSync(new URL('./supabase-roles.sql', import.meta.url), 'utf8');

/** Creates a database with the roles and default privileges of a project. A role that is no superuser migrates it. */
export async function createProjectDatabase(port: number, name: string): Promise<string> {
  const url = await createDatabase(port, name);
  await query(adminUrl(port, name), rolesSql.replaceAll('hosted', name));
  await withSql(url, (sql) => migrate(sql));
  return url;
}

/** Runs a statement as one of a project’s roles, as PostgREST does for a caller with the key of that role. */
export const asRole = (sql: Sql, role: string, statement: string, values: unknown[] = []) =>
  sql.transaction(async (ask) => {
    await ask(`set local role ${role}`);
    return ask(statement, values);
  });

/** Does the work of the edge: passes a request on with its headers and the caller’s address. */
export async function forward(request: IncomingMessage, to: string): Promise<IncomingMessage> {
  const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress };
  const onward = request.pipe(httpRequest(to, { method: request.method ?? 'GET', headers }));
  const [answer] = await once(onward, 'response');
  return answer;
}

export async function passOn(request: IncomingMessage, response: ServerResponse, to: string) {
  const answer = await forward(request, to);
  answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
}

/** Does the work of PostgREST: calls a function of the schema `public` by name, as the role of the key. */
async function callFunction(request: IncomingMessage, response: ServerResponse, sql: Sql) {
  const [, name] = /^\/rest\/v1\/rpc\/([a-z_]+)$/.exec(request.url ?? '') ?? [];
  const role = request.headers.apikey === keys.secret ? 'service_role' : 'anon';
  const given = Object.entries((await json(request)) as object);
  const places = given.map(([key], index) => `${key} => $${index + 1}`).join(', ');
  // A list would become an array of SQL.
  const values = given.map(([, value]) => (Array.isArray(value) ? JSON.stringify(value) : value));
  const [row] = await asRole(sql, role, `select public.${name}(${places}) as answer`, values);
  answerJson(200, row?.answer)(request, response);
}

/**
 * Starts a substitute for a Supabase project: its gateway, the function of a checkout under Deno, and its database, which has
 * the schema of this checkout.
 */
export async function startSupabase(
  port: number,
  name: string,
  secrets: Record<string, string>,
  checkout?: string,
) {
  const databaseUrl = await createProjectDatabase(port, name);
  const sql = openSql(adminUrl(port, name), 5);
  atEnd(sql.end);
  let functionUrl = '';
  const gateway = await createStandIn((request, response) => {
    const [, path] = /^\/functions\/v1(\/secure-signup(\/entry)?)$/.exec(request.url ?? '') ?? [];
    const answered = path
      ? passOn(request, response, `${new URL(path, functionUrl)}`)
      : callFunction(request, response, sql);
    answered.catch(() => response.destroy());
  });
  const environment = {
    SITE_ORIGIN: 'https://deckwright.example',
    SUPABASE_URL: gateway.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    ...secrets,
  };
  functionUrl = await startEdgeFunction(environment, checkout);
  return { url: gateway.url, databaseUrl };
}

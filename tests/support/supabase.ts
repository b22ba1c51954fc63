import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { migrate } from '../../server/stores/postgres/migrate.ts';
import { answerJson, createStandIn } from '../../server/testing/stand-in.ts';
import { startEdgeFunction } from './edge-function.ts';
import { createDatabase, type Place, withSql } from './postgres.ts';
import { createRest } from './rest-gateway.ts';

export const keys = {
  publishable: 'sb_publishable_scenarios',
  secret: 'sb_secret_scenarios',
} as const;

const rolesSql = readFileSync(new URL('./supabase-roles.sql', import.meta.url), 'utf8');

/** A database with a project’s roles and default privileges, migrated by a role that is no superuser. */
export async function createProjectDatabase(place: Place, name: string): Promise<string> {
  const url = await createDatabase(place, name);
  const asAdmin = new URL(place.adminUrl);
  asAdmin.pathname = name;
  await withSql(asAdmin.href, (sql) => sql.unsafe(rolesSql.replaceAll('hosted', name)));
  await withSql(url, (sql) => migrate(sql));
  return url;
}

/** As PostgREST comes to a project’s database: it may become any of the project’s roles. */
export const authenticatorUrl = ({ port }: Place, name: string): string =>
  `postgres://authenticator:authenticator@127.0.0.1:${port}/${name}`;

/** Passes a request on, as the edge does: with the caller’s address, and the headers as they came. */
async function passOn(request: IncomingMessage, response: ServerResponse, to: string) {
  const { method = 'GET' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!['host', 'connection', 'content-length'].includes(name)) headers.set(name, String(value));
  }
  headers.set('x-forwarded-for', request.socket.remoteAddress ?? '');
  const body = method === 'GET' || method === 'OPTIONS' ? null : await text(request);
  const answer = await fetch(to, { method, headers, body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** A stand-in for a Supabase project: its gateway, the project’s function under Deno, its database. */
export async function startSupabase(place: Place, name: string, secrets: Record<string, string>) {
  const databaseUrl = await createProjectDatabase(place, name);
  const rest = createRest(
    authenticatorUrl(place, name),
    new Map([
      [keys.secret, 'service_role'],
      [keys.publishable, 'anon'],
    ]),
  );
  let functionUrl = '';
  const { url, close: closeGateway } = await createStandIn(async (request, response) => {
    try {
      if (request.url === '/functions/v1/secure-signup') {
        return await passOn(request, response, functionUrl);
      }
      const { status, body } = await rest.call(request, await text(request));
      answerJson(status, body)(request, response);
    } catch {
      response.destroy();
    }
  });
  const edge = await startEdgeFunction({
    SITE_ORIGIN: 'https://deckwright.example',
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    ...secrets,
  });
  functionUrl = edge.url;
  const close = async () => {
    await edge.stop();
    await closeGateway();
    await rest.close();
  };
  return { url, databaseUrl, close };
}

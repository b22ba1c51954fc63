import type { IncomingMessage } from 'node:http';
import postgres from 'postgres';

const functionPath = /^\/rest\/v1\/rpc\/([a-z_]+)$/;

export interface Answer {
  status: number;
  body: unknown;
}

/** PostgREST’s part: a function of the schema `public`, called by name as the role that the key stands for. */
export function createRest(authenticatorUrl: string, roles: ReadonlyMap<string, string>) {
  const sql = postgres(authenticatorUrl, { max: 5, onnotice: () => {} });

  const callAs = (role: string, name: string, named: Record<string, unknown>) =>
    sql.begin(async (transaction) => {
      await transaction.unsafe(`set local role ${role}`);
      const names = Object.keys(named).filter((key) => /^[a-z_]+$/.test(key));
      const places = names.map((key, index) => `${key} => $${index + 1}`).join(', ');
      const values = names.map((key) => named[key] ?? null) as never[];
      const [row] = await transaction.unsafe(`select public.${name}(${places}) as answer`, values);
      return row?.answer as unknown;
    });

  async function call(request: IncomingMessage, body: string): Promise<Answer> {
    const name = functionPath.exec(request.url ?? '')?.[1];
    const role = roles.get(String(request.headers.apikey));
    if (!role) return { status: 401, body: { message: 'Invalid API key' } };
    if (!name || request.method !== 'POST') return { status: 404, body: { message: 'not found' } };
    try {
      return { status: 200, body: await callAs(role, name, JSON.parse(body)) };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'XX000';
      return { status: code === '42501' ? 403 : 500, body: { code, message: String(error) } };
    }
  }
  return { call, close: () => sql.end({ timeout: 1 }) };
}

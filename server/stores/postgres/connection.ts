import { readFile } from 'node:fs/promises';
import type { Options as AnyOptions, Sql } from 'postgres';
import { tlsParameters } from '../../../shared/settings/values.ts';

export type Options = AnyOptions<Record<string, never>>;
type Tls = NonNullable<Options['ssl']>;

async function fileOf(path: string | null): Promise<string | undefined> {
  if (!path) return undefined;
  const fail = (reason: string): never => {
    throw new Error(`a certificate of the database’s address cannot be read: ${reason}`);
  };
  const text = await readFile(path, 'utf8').catch(({ message }: Error) => fail(message));
  return text.includes('-----BEGIN ') ? text : fail(`${path} holds none`);
}

/** How strictly the server’s certificate is judged, in libpq’s words. */
async function tlsOf({ searchParams: query, hostname: host }: URL): Promise<Tls> {
  const root = query.get('sslrootcert');
  const given = query.get('sslmode') ?? (root ? 'prefer' : 'disable');
  const mode = root === 'system' ? 'verify-full' : given;
  if (mode === 'disable') return false;
  const [ca, cert, key] = await Promise.all([
    fileOf(root === 'system' ? null : root),
    fileOf(query.get('sslcert')),
    fileOf(query.get('sslkey')),
  ]);
  const files = { ...(ca && { ca }), ...(cert && { cert, key }) };
  // A given root is never ignored: with it, `require` verifies the certificate, as libpq does.
  if (mode === 'verify-ca' || (mode === 'require' && ca)) {
    return { ...files, checkServerIdentity: () => undefined };
  }
  if (mode === 'require') return { ...files, rejectUnauthorized: false };
  if (mode === 'prefer' || mode === 'allow') return 'prefer';
  // `verify-full`, and whatever else was meant to be.
  return { ...files, host };
}

/**
 * Connections to PostgreSQL, with TLS as its address says: sslmode, sslrootcert, sslcert and sslkey mean what
 * they mean to `psql`. Nothing is opened before the first statement. Rejects where a certificate cannot be read.
 */
export async function connect(address: string, options: Options): Promise<Sql> {
  const url = new URL(address);
  const ssl = await tlsOf(url);
  // The driver does not read them, or takes them for settings of the server.
  for (const name of tlsParameters) url.searchParams.delete(name);
  const { default: postgres } = await import('postgres');
  // Nobody awaits the driver's question for the types of arrays, which we have none of: a connection that is lost
  // meanwhile would end the process.
  return postgres(url.href, { ...options, ssl, fetch_types: false, onnotice: () => {} });
}

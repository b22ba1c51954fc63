import type { ClientConfig } from 'pg';
import { readPostgresUrl, sslModeOf } from '../../../shared/settings/postgres-url.ts';

/** Throws with the path when a certificate or a key of the address is no PEM. */
function requirePem(url: URL, ssl: ClientConfig['ssl']): void {
  if (typeof ssl !== 'object') return;
  const files = { sslrootcert: ssl.ca, sslcert: ssl.cert, sslkey: ssl.key };
  for (const [name, text] of Object.entries(files)) {
    if (text && !String(text).includes('-----BEGIN ')) {
      throw new Error(`${url.searchParams.get(name)} holds none`);
    }
  }
}

/**
 * Returns the options of `pg` for an address that the schema of `DATABASE_URL` accepts. Its parameters mean what they
 * mean to libpq; {@link sslModeOf} names the exceptions. Throws with the path when a certificate cannot be read.
 */
export async function readAddress(address: string): Promise<ClientConfig> {
  const { parse, toClientConfig } = await import('pg-connection-string');
  const url = readPostgresUrl(address);
  if (!url) throw new Error('the address of the database is no postgres:// address');
  const { searchParams: query } = url;
  const mode = sslModeOf(query);
  query.set('sslmode', mode);
  if (query.get('sslrootcert') === 'system') query.delete('sslrootcert');
  try {
    const options = toClientConfig(parse(url.href, { useLibpqCompat: true }));
    requirePem(url, options.ssl);
    return {
      ...options,
      // The parser leaves %2F as it is.
      database: decodeURIComponent(url.pathname.slice(1)),
      enableChannelBinding: query.get('channel_binding') === 'require',
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`a certificate of the database’s address cannot be read: ${reason}`);
  }
}

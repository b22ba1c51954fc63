import { readFile } from 'node:fs/promises';
import { connect as connectSocket, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Options as AnyOptions, Sql } from 'postgres';
import { sslModeOf, tlsParameters } from '../../../shared/settings/values.ts';

export type Options = AnyOptions<Record<string, never>>;
type Tls = NonNullable<Options['ssl']>;

/** Milliseconds between two sockets of one connection. */
const restMs = 250;

/** The parts of the driver’s options that say where the database is. */
interface Address {
  host: string[];
  port: number[];
}

function openSocket({ host: [host = ''], port: [port = 5432] }: Address): Socket {
  // The driver reads `host` when it asks for a certificate (SNI).
  return Object.assign(connectSocket(port, host), { host });
}

/** Reads a certificate or a key in PEM. Rejects with the path when the file cannot be read or holds no PEM. */
async function readPem(path: string | null): Promise<string | undefined> {
  if (!path) return undefined;
  const fail = (reason: string): never => {
    throw new Error(`a certificate of the database’s address cannot be read: ${reason}`);
  };
  const text = await readFile(path, 'utf8').catch(({ message }: Error) => fail(message));
  return text.includes('-----BEGIN ') ? text : fail(`${path} holds none`);
}

/** Returns the TLS options of an address. Its parameters mean what they mean to libpq; {@link sslModeOf} names the exceptions. */
export async function tlsOf({ searchParams: query, hostname: host }: URL): Promise<Tls> {
  const mode = sslModeOf(query);
  if (mode === 'disable') return false;
  if (mode === 'prefer' || mode === 'allow') return 'prefer';
  const root = query.get('sslrootcert');
  const [ca, cert, key] = await Promise.all([
    readPem(root === 'system' ? null : root),
    readPem(query.get('sslcert')),
    readPem(query.get('sslkey')),
  ]);
  const files = { ...(ca && { ca }), ...(cert && { cert, key }) };
  // With a root, `require` verifies the certificate, as libpq does.
  if (mode === 'verify-ca' || (mode === 'require' && ca)) {
    return { ...files, checkServerIdentity: () => undefined };
  }
  if (mode === 'require') return { ...files, rejectUnauthorized: false };
  // `verify-full`, and an unknown mode, verify the certificate and the host name.
  return { ...files, host };
}

/**
 * Prepares connections to PostgreSQL with the TLS options of the address. Opens nothing before the first statement.
 * Rejects when a certificate cannot be read.
 * @param onSocket is called with each socket that is opened.
 */
export async function connect(
  address: string,
  options: Options,
  onSocket?: (socket: Socket) => void,
): Promise<Sql> {
  const url = new URL(address);
  const ssl = await tlsOf(url);
  // The driver ignores some of these parameters, and sends the others to the server as settings.
  for (const name of tlsParameters) url.searchParams.delete(name);
  let lastAt = Number.NEGATIVE_INFINITY;
  let hasEnded = false;
  const socket = async (where: Address): Promise<Socket> => {
    // The driver connects again without a wait when a connection was closed before its first statement. A load
    // balancer without a database behind it closes every connection.
    if (performance.now() - lastAt < restMs) await setTimeout(restMs);
    if (hasEnded) throw new Error('the connection to the database was ended');
    lastAt = performance.now();
    const opened = openSocket(where);
    onSocket?.(opened);
    return opened;
  };
  const { default: postgres } = await import('postgres');
  // Without `fetch_types: false` the driver asks for the types of arrays and awaits the answer nowhere: a connection
  // that is lost meanwhile would end the process. We use no arrays.
  const ours = { ssl, socket, fetch_types: false, onnotice: () => {} };
  const sql: Sql = postgres(url.href, { ...options, ...ours } as Options);
  const { end } = sql;
  return Object.assign(sql, {
    end(...how: Parameters<typeof end>) {
      hasEnded = true;
      return end(...how);
    },
  });
}

import { chownSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { writeCertificate } from '../support/certificate.ts';
import { adminUrl, createCluster, query } from '../support/postgres.ts';
import { findProgram } from '../support/programs.ts';

let cluster: Awaited<ReturnType<typeof createCluster>>;
let root: string;
/** A root certificate that did not sign the server’s certificate. */
let otherRoot: string;

/** Returns whether a connection by this address is encrypted, or why there is none. */
async function seen(query: string, host = 'localhost'): Promise<string> {
  const address = `postgres://admin:admin@${host}:${cluster.port}/postgres${query}`;
  try {
    const pool = createPool(address.replace('ROOT', root).replace('OTHER', otherRoot), { size: 1 });
    const asked = pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    const [row] = await asked.finally(pool.end);
    return row?.ssl ? 'encrypted' : 'plain';
  } catch (error) {
    return String(error);
  }
}

/** Changes settings while the server runs, and waits until new connections find them so. */
async function configure(settings: Record<string, string>): Promise<void> {
  const admin = (statement: string) => query(adminUrl(cluster.port), statement);
  for (const [name, value] of Object.entries(settings)) {
    await admin(`alter system set ${name} = '${value}'`);
  }
  await admin('select pg_reload_conf()');
  const isShown = async () => expect(await admin('show ssl')).toEqual([{ ssl: settings.ssl }]);
  await vi.waitFor(isShown, { timeout: 60_000, interval: 100 });
}

describe.runIf(findProgram('openssl'))('PostgreSQL with TLS (needs openssl)', () => {
  beforeAll(async () => {
    cluster = await createCluster();
    const { certificate, key } = writeCertificate(cluster.folder, 'localhost');
    root = certificate;
    otherRoot = writeCertificate(temporaryFolder(), 'localhost').certificate;
    const { uid, gid } = statSync(cluster.folder);
    for (const file of [certificate, key]) chownSync(file, uid, gid);
    await configure({ ssl_cert_file: certificate, ssl_key_file: key, ssl: 'on' });
  });

  test.each([
    ['', 'localhost', /plain/],
    ['?sslmode=disable', 'localhost', /plain/],
    ['?sslmode=require', 'localhost', /encrypted/],
    // The root certificate that signed the server’s certificate, and the server’s name.
    ['?sslmode=verify-full', 'localhost', /self.signed/],
    ['?sslmode=verify-full&sslrootcert=ROOT', 'localhost', /encrypted/],
    ['?sslmode=verify-full&sslrootcert=ROOT', '127.0.0.1', /IP/],
    [
      '?sslmode=verify-full&sslrootcert=/nowhere/root.crt',
      'localhost',
      /certificate .* be read: .*\/nowhere\/root\.crt/,
    ],
    // The root certificate without the server’s name.
    ['?sslmode=verify-ca&sslrootcert=ROOT', '127.0.0.1', /encrypted/],
    ['?sslmode=require&sslrootcert=ROOT', '127.0.0.1', /encrypted/],
    // A root certificate without a mode means verify-full.
    ['?sslrootcert=ROOT', 'localhost', /encrypted/],
    ['?sslrootcert=ROOT', '127.0.0.1', /IP/],
    ['?sslrootcert=OTHER', 'localhost', /self.signed|verify/],
  ])('an address with “%s” at %s: %s', async (query, host, expected) => {
    expect(await seen(query, host)).toMatch(expected);
  });

  test('a root that was missing at the first statement is used by the next one once it is there', async () => {
    const missing = join(temporaryFolder(), 'root.pem');
    const address = `postgres://admin:admin@localhost:${cluster.port}/postgres?sslrootcert=${missing}`;
    // One connection, so that the second statement uses the connection of the first one.
    const pool = createPool(address, { size: 1 });
    const ask = () => pool.query('select 1 as one');
    await expect(ask()).rejects.toThrow(missing);
    copyFileSync(root, missing);
    expect(await ask()).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test('channel_binding=require refuses a login that asks for the password itself, and takes a login by SCRAM', async () => {
    const address = '?sslmode=require&channel_binding=require';
    expect(await seen(address)).toMatch(/the server offers no channel binding/);
    const rules = join(cluster.folder, 'pg_hba.conf');
    writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/ password$/gm, ' scram-sha-256'));
    await query(adminUrl(cluster.port), 'select pg_reload_conf()');
    await expect.poll(() => seen(address)).toBe('encrypted');
  });

  test('a server without TLS is refused where it is required', async () => {
    await configure({ ssl: 'off' });
    expect(await seen('?sslmode=require')).toMatch(/Error/);
  });
});

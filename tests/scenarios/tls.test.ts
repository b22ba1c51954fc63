import { chownSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../server/stores/postgres/connection.ts';
import { writeCertificate } from '../support/certificate.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { findProgram } from '../support/programs.ts';

let cluster: Cluster;
let root: string;

/** Whether a connection by this address is encrypted. Rejects where there is none. */
async function isEncrypted(query: string, host = 'localhost'): Promise<boolean> {
  const address = `postgres://admin:admin@${host}:${cluster.port}/postgres${query}`;
  const sql = await connect(address, { max: 1, connect_timeout: 10 });
  try {
    const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    return row?.ssl;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const shown = () => withSql(cluster.adminUrl, (sql) => sql.unsafe('show ssl'));

/** Turns it on or off while the server runs, and waits until new connections find it so. */
async function encryption(state: 'on' | 'off'): Promise<void> {
  await withSql(cluster.adminUrl, (sql) => sql.unsafe(`alter system set ssl = ${state}`));
  await withSql(cluster.adminUrl, (sql) => sql.unsafe('select pg_reload_conf()'));
  await vi.waitFor(async () => expect(await shown()).toEqual([{ ssl: state }]), {
    timeout: 20_000,
    interval: 100,
  });
}

describe.runIf(findProgram('openssl'))('PostgreSQL with TLS (needs openssl)', () => {
  beforeAll(async () => {
    cluster = await createCluster();
    const { certificate, key } = writeCertificate(cluster.folder, 'localhost');
    root = certificate;
    const { uid, gid } = statSync(cluster.folder);
    for (const file of [certificate, key]) chownSync(file, uid, gid);
    await withSql(cluster.adminUrl, async (sql) => {
      await sql.unsafe(`alter system set ssl_cert_file = '${certificate}'`);
      await sql.unsafe(`alter system set ssl_key_file = '${key}'`);
    });
    await encryption('on');
  });

  afterAll(() => cluster.remove());

  test.each([
    ['says nothing of it', '', false],
    ['disables it', '?sslmode=disable', false],
    ['prefers it', '?sslmode=prefer', true],
    ['requires it', '?sslmode=require', true],
  ])('an address that %s', async (_what, query, encrypted) => {
    expect(await isEncrypted(query)).toBe(encrypted);
  });

  test('verify-full wants a root that vouches for the server, and the server’s own name', async () => {
    await expect(isEncrypted('?sslmode=verify-full')).rejects.toThrow(/self.signed/);
    expect(await isEncrypted(`?sslmode=verify-full&sslrootcert=${root}`)).toBe(true);
    const byNumber = isEncrypted(`?sslmode=verify-full&sslrootcert=${root}`, '127.0.0.1');
    await expect(byNumber).rejects.toThrow(/IP/);
  });

  test('verify-ca wants the root alone, and so does require where one is given', async () => {
    await expect(isEncrypted('?sslmode=verify-ca')).rejects.toThrow(/self.signed/);
    for (const mode of ['verify-ca', 'require']) {
      expect(await isEncrypted(`?sslmode=${mode}&sslrootcert=${root}`, '127.0.0.1')).toBe(true);
    }
  });

  test('a mode that is not known, or a root that is not there, is told', async () => {
    await expect(isEncrypted('?sslmode=strict')).rejects.toThrow('sslmode=strict is not known');
    const missing = isEncrypted('?sslmode=verify-full&sslrootcert=/nowhere/root.crt');
    await expect(missing).rejects.toThrow('/nowhere/root.crt');
  });

  test('a server without TLS is refused where it is required', async () => {
    await encryption('off');
    await expect(isEncrypted('?sslmode=require')).rejects.toThrow();
    expect(await isEncrypted('?sslmode=prefer')).toBe(false);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { readAddress } from './address.ts';

const folder = temporaryFolder();
const pem = (name: string) => `-----BEGIN ${name}-----\n`;

/** Writes a file into the folder of the test. @returns its path. */
function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const [root, certificate, key] = ['root', 'certificate', 'key'].map((name) =>
  write(name, pem(name)),
);

test.each([
  ['postgres://u:p@[::1]:6432/db', { host: '::1', port: 6432, database: 'db' }],
  ['postgres://u:p@/db?host=/run/postgresql', { host: '/run/postgresql', database: 'db' }],
  ['postgres://u:p@%2Frun%2Fpostgresql/db', { host: '/run/postgresql', database: 'db' }],
  ['postgres://u:p@db.example/my%20db', { host: 'db.example', database: 'my db' }],
  ['postgres://u:p@db.example/a%2Fb', { database: 'a/b' }],
  ['postgres://u:p%40s%2Fs%25@db.example/db', { user: 'u', password: 'p@s/s%' }],
  ['postgres://db.example/db?user=u&password=s&port=1', { user: 'u', password: 's', port: 1 }],
  ['postgres://db.example/db?application_name=ours', { application_name: 'ours' }],
])('%s leads where it leads with psql', async (address, expected) => {
  expect(await readAddress(address)).toMatchObject(expected);
});

test('an address asks for channel binding with channel_binding=require and not otherwise', async () => {
  const isBound = async (query: string) =>
    (await readAddress(`postgres://db/db?sslmode=require${query}`)).enableChannelBinding;
  expect(await isBound('&channel_binding=require')).toBe(true);
  expect(await isBound('&channel_binding=prefer')).toBe(false);
  expect(await isBound('')).toBe(false);
});

const tlsOf = async (query: string) => (await readAddress(`postgres://site@db/site?${query}`)).ssl;
const own = `sslcert=${certificate}&sslkey=${key}`;
const files = { cert: pem('certificate'), key: pem('key') };

describe('the TLS of an address is', () => {
  test.each([
    ['off without a mode', '', false],
    ['off with disable', 'sslmode=disable', false],
    ['unverified with require', 'sslmode=require', { rejectUnauthorized: false }],
    [
      'unverified with require, and sends the client’s certificate',
      `sslmode=require&${own}`,
      { ...files, rejectUnauthorized: false },
    ],
    ['verified with the host name with verify-full', 'sslmode=verify-full', {}],
    [
      'verified with the system’s roots with sslrootcert=system',
      `sslrootcert=system&${own}`,
      files,
    ],
    [
      'verified with the root and the host name with a root alone',
      `sslrootcert=${root}`,
      { ca: pem('root') },
    ],
  ])('%s', async (_how, query, expected) => {
    expect(await tlsOf(query)).toEqual(expected);
  });

  test.each(['verify-ca', 'require'])(
    'verified with the root and for any host name with %s and a root',
    async (mode) => {
      const tls = Object(await tlsOf(`sslmode=${mode}&sslrootcert=${root}&${own}`));
      const checkServerIdentity = expect.any(Function);
      expect(tls).toEqual({ ca: pem('root'), ...files, checkServerIdentity });
      expect(tls.checkServerIdentity('elsewhere.example', {})).toBeUndefined();
    },
  );
});

test.each([
  ['that is missing', '/nowhere/root.crt', 'no such file'],
  ['without PEM in it', write('empty', 'nothing'), `${join(folder, 'empty')} holds none`],
])('an address with a certificate %s is refused with its path', async (_what, path, why) => {
  const read = () => tlsOf(`sslmode=verify-full&sslrootcert=${path}`);
  await expect(read()).rejects.toThrow('a certificate of the database’s address cannot be read');
  await expect(read()).rejects.toThrow(why);
});

import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Finding } from '../../cli/commands/check/report.ts';
import { runCommand } from '../../cli/testing/run-command.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ready, start } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { query } from '../support/postgres.ts';
import { findProgram } from '../support/programs.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const pgbouncer = findProgram('pgbouncer');

/** Starts PgBouncer in front of the PostgreSQL of the run, with its own defaults. Returns its port. */
async function startPgBouncer(mode: string, user: string): Promise<number> {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  };
  const users = file('users.txt', `"${user}" "${user}"\n`);
  const settings = file(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${inject('postgresPort')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
`,
  );
  // PgBouncer refuses to run as root.
  const asNobody = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const running = startProgram([pgbouncer ?? '', ...asNobody, settings], process.env);
  await running.hears(/process up/);
  return port;
}

test.runIf(pgbouncer).each(['session', 'transaction'])(
  'behind PgBouncer in %s mode with its defaults the server becomes ready, takes 200 of 200 sign-ups, and check --live finds nothing wrong (needs pgbouncer)',
  async (mode) => {
    const name = `pgbouncer_${mode}`;
    const direct = await newDatabase(name);
    const url = new URL(direct);
    url.port = `${await startPgBouncer(mode, name)}`;
    const settings = {
      DATABASE_URL: url.href,
      IP_HASH_SECRET: 'x'.repeat(16),
      TRUST_PROXY: '1',
    };
    const server = await start(settings);
    await ready(server);
    const visitors = Array.from({ length: 200 }, (_, visitor) => `192.0.2.${visitor}`);
    const statuses = await Promise.all(
      visitors.map((visitor) => signUp(server.url, goodSignup(), { 'X-Forwarded-For': visitor })),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const [row] = await query(direct, 'select count(*)::int as rows from deckwright.signups');
    expect(row).toEqual({ rows: 200 });
    await query(direct, "update deckwright.migrations set applied_at = '2026-01-01'");
    const PORT = new URL(server.url).port;
    const { out } = await runCommand('check --live --json', { ...settings, PORT });
    const { live } = JSON.parse(out) as { live: Finding[] };
    expect(live.filter(({ name }) => ['server', 'database', 'sign-up'].includes(name))).toEqual([
      expect.not.objectContaining({ problem: expect.anything() }),
      { name: 'database', value: `127.0.0.1:${url.port}/${name}` },
      expect.not.objectContaining({ problem: expect.anything() }),
    ]);
    expect((await runCommand('signups count --json', settings)).out).toContain('"total": 200');
  },
);

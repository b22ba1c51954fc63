import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../cli/testing/run-command.ts';
import { addressHash } from '../../server/stores/hashes.ts';
import type { Database } from '../../server/stores/maintenance/database.ts';
import { openTarget } from '../../server/stores/maintenance/open-target.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const old = '2026-01-01T00:00:00.000Z';
const emails = ['ann', 'bob', 'cyd', 'dan', 'eve', 'fay', 'gus'].map(
  (name) => `${name}@living.example`,
);

describe.each([
  ['SQLite', async () => temporaryFolder()],
  ['PostgreSQL', () => newDatabase('living_list')],
])('%s', (name, create) => {
  let database: Database;
  let environment: Record<string, string>;

  /** Runs a command, and returns its JSON. */
  const signups = async (line: string, code = 0) => {
    const found = await runCommand(`signups ${line} --json`, environment);
    expect([found.code, found.err]).toEqual([code, '']);
    return JSON.parse(found.out);
  };
  const ask = async (statement: string, values: (string | number)[] = []) =>
    (await database.query(statement.replaceAll('signups.', database.schema), values)).map((row) =>
      Object.values(row).map(String),
    );
  const fileOf = (text: string): string => {
    const file = join(temporaryFolder(), 'list.csv');
    writeFileSync(file, text);
    return file;
  };
  const hashOf = async (email: string) => {
    const [[key = ''] = []] = await ask('select key from signups.address_keys');
    return addressHash(key, email);
  };

  beforeAll(async () => {
    const place = await create();
    database = await openTarget(place);
    atEnd(database.close);
    const where = name === 'SQLite' ? { DATA_DIR: place } : { DATABASE_URL: place };
    environment = { MAIL_URL: 'smtp://127.0.0.1:9', INVITE_CODE_SECRET: 's'.repeat(32), ...where };
    for (const email of emails) {
      await database.query(
        `insert into ${database.schema}signups (email, source, bot_check, created_at, last_seen_at, seen_on)
         values ($1, 'hero', 'passed', $2, $2, '2026-01-01')`,
        [email, old],
      );
    }
  });

  test('a person whom the mailing tool stopped is in no export and no wave, and has no waiting mail', async () => {
    const time = new Date().toISOString();
    await database.query(
      `insert into ${database.schema}deliveries (kind, email, address_hash, created_at, due_at)
       values ('confirm', $1, 'hash', $2, $2)`,
      ['ann@living.example', time],
    );
    const file = fileOf(
      'Email,Reason\nAnn@living.example,spam\nnobody\nlater@living.example,spam\n',
    );
    const line = `stop --from ${file} --because complaint`;
    expect(await signups(line)).toEqual({ addresses: 2, onList: 1, mails: 1, refusedLines: [3] });
    expect(await signups(line)).toMatchObject({ addresses: 2, onList: 1, mails: 0 });
    const exported = await runCommand('signups export --unconfirmed --json', environment);
    expect(exported.err).toContain('1 person left out');
    expect(JSON.parse(exported.out)).toHaveLength(emails.length - 1);
    const rehearsed = await signups('invite --wave all --first 99 --dry-run');
    expect(rehearsed.marked).toBe(emails.length - 1);
    const shown = await signups('show ann@living.example');
    expect(shown.stops).toEqual([{ because: 'complaint', stoppedAt: expect.any(String) }]);
    // A lighter reason does not replace a graver one.
    await signups(`stop --from ${file} --because unsubscribed`);
    expect(await ask('select distinct because from signups.stops')).toEqual([['complaint']]);
  });

  test('remind queues one reminder for each unconfirmed person within the limit of three mails in 30 days, and none when it is repeated', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const counts = async (email: string, sent: number) =>
      database.query(`insert into ${database.schema}mail_counts values ($1, $2, $3)`, [
        await hashOf(email),
        day,
        sent,
      ]);
    await counts('bob@living.example', 3);
    await counts('cyd@living.example', 2);
    await database.query(
      `update ${database.schema}signups set confirmed_at = $1 where email = $2`,
      [old, 'dan@living.example'],
    );
    await database.query(`update ${database.schema}signups set created_at = $1 where email = $2`, [
      new Date().toISOString(),
      'eve@living.example',
    ]);
    // Ann is stopped, Bob has had three mails, Dan has confirmed, and Eve came today.
    expect(await signups('remind --older-than 3d --dry-run')).toEqual({
      dryRun: true,
      reminders: 3,
    });
    expect(await signups('remind --older-than 3d --yes')).toEqual({ dryRun: false, reminders: 3 });
    expect(await signups('remind --older-than 3d --yes')).toMatchObject({ reminders: 0 });
    const queued = `select email from signups.deliveries where kind = 'reminder' order by email`;
    expect((await ask(queued)).flat()).toEqual(
      ['cyd', 'fay', 'gus'].map((one) => `${one}@living.example`),
    );
    const sent = await ask('select sent from signups.mail_counts where address_hash = $1', [
      await hashOf('cyd@living.example'),
    ]);
    expect(sent).toEqual([['3']]);
    // Once the worker has swept the delivery, its link still says that the person was reminded.
    await database.query(`delete from ${database.schema}deliveries`);
    await database.query(
      `insert into ${database.schema}links (token_hash, email, kind, created_at)
       select email, email, 'reminder', created_at from ${database.schema}signups`,
    );
    expect(await signups('remind --older-than 1h --dry-run')).toMatchObject({ reminders: 0 });
  });

  test('gone counts the erased people, and names the addresses of a file that were erased and are not on the list again', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await signups('erase gus@living.example --yes');
    await signups('erase fay@living.example --yes');
    const file = fileOf(`email\n${emails.join('\n')}\n`);
    const found = await signups(`gone --since ${today} --from ${file}`);
    expect(found).toEqual({
      since: today,
      days: [{ day: today, people: 2 }],
      addresses: ['fay', 'gus'].map((one) => ({
        email: `${one}@living.example`,
        erasedAt: expect.stringContaining(today),
      })),
    });
    expect(await signups(`gone --since ${today}`)).toMatchObject({ addresses: null });
    expect(await signups('gone --since 2999-01-01')).toMatchObject({ days: [] });
    await signups(`import ${fileOf('email,created_at\nfay@living.example,2026-01-01')} --yes`);
    expect((await signups(`gone --since ${today} --from ${file}`)).addresses).toHaveLength(2);
  });

  test('show prints everything about a person, and says when there is nothing', async () => {
    const shown = await signups('show cyd@living.example');
    expect(shown).toMatchObject({
      email: 'cyd@living.example',
      signup: { source: 'hero', createdAt: old, userAgent: '' },
      links: [{ kind: 'reminder', createdAt: old }],
      mailCounts: [{ day: expect.any(String), sent: 3 }],
      stops: [],
      erasures: [],
      waiting: [],
    });
    const { out } = await runCommand('signups show cyd@living.example', environment);
    expect(out).toContain('Where you signed up: on our home page');
    expect(out).toContain('Mails by day, for the limit');
    const erased = await signups('show gus@living.example');
    expect(erased).toMatchObject({ signup: null, erasures: [{ erasedAt: expect.any(String) }] });
    await signups('show nobody@living.example', 1);
  });

  test('invite --codes writes the same code for a person each time', async () => {
    const file = join(temporaryFolder(), 'wave.csv');
    const line = `invite --wave one --first 2 --for plunk --to ${file} --codes 7`;
    const codes = async () => {
      return readFileSync(file, 'utf8')
        .split('\r\n')
        .slice(1, 3)
        .map((row) => row.split(',').at(-1));
    };
    await signups(line);
    const first = await codes();
    await signups(line);
    expect(await codes()).toEqual(first);
    const [, claims = ''] = first[0]?.split('.') ?? [];
    const { sub, wave, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([sub, wave]).toEqual([expect.stringContaining('@living.example'), 'one']);
    expect(exp * 1_000 - Date.now()).toBeCloseTo(7 * 24 * 3_600_000, -6);
  });
});

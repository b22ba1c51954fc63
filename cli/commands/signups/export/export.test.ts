import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { runCommand } from '../../../testing/run-command.ts';
import { change, filledFolder, run, runJson } from '../testing/filled-folder.ts';

test('export writes CSV with a line of names, and no cell that a spreadsheet runs as a formula', async () => {
  const { code, err, out } = await run('export');
  expect(code).toBe(0);
  // The warning says that an address was changed, and how to export it unchanged.
  expect(err).toMatch(/^! 1 address got a ' before it, .*--for/s);
  const [names, ...rows] = out.split('\r\n');
  expect(names).toBe(Object.keys((await runJson('export'))[0]).join(','));
  // More columns may follow: a new field is exported at the end.
  expect(rows).toEqual([
    expect.stringMatching(
      /^ann@example\.com,hero,passed,2026-02-03T04:05:06\.000Z,2026-02-05T04:05:06\.000Z,2(,|$)/,
    ),
    expect.stringMatching(
      /^'=cmd@example\.com,cta,skipped,2026-02-04T04:05:06\.000Z,2026-02-04T04:05:06\.000Z,1(,|$)/,
    ),
    '',
  ]);
});

test('export warns of no formula when no address begins like one', async () => {
  const { out, err } = await run('export --source hero');
  expect([out, err]).toEqual([expect.stringContaining('\nann@example.com,'), '']);
});

test('export writes one array with --json, and one object on each line with --lines', async () => {
  const rows = await runJson('export');
  expect(rows).toHaveLength(2);
  const lines = (await run('export --lines')).out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
});

test('export fails when the disk is full', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const out = new Writable({ write: (_chunk, _encoding, done) => done(full) });
  expect(await run('export', filledFolder(), { out })).toMatchObject({
    code: 1,
    err: expect.stringContaining('no space left'),
  });
});

test.each([
  ['', ['ann@example.com'], '1 person left out, because they have not confirmed'],
  ['--unconfirmed', ['=cmd@example.com'], ''],
  ['--wave beta', ['=cmd@example.com'], ''],
])('export %s of a site that sends mails writes %j', async (options, expected, said) => {
  const folder = filledFolder();
  change(folder, `update signups set confirmed_at = created_at where email like 'ann@%'`);
  change(folder, `update signups set wave = 'beta' where email like '=cmd@%'`);
  const environment = { DATA_DIR: folder, MAIL_URL: 'smtp://127.0.0.1:9' };
  const { out, err } = await runCommand(`signups export --json ${options}`, environment);
  expect(JSON.parse(out).map(({ email }: { email: string }) => email)).toEqual(expected);
  expect(err).toContain(said);
});

test.each([
  ['--confirmed', ['ann@example.com']],
  ['--unconfirmed', ['=cmd@example.com']],
  ['--not-invited', ['ann@example.com', '=cmd@example.com']],
  ['--invited', []],
  ['--source cta', ['=cmd@example.com']],
  ['--bot-check passed --before 2026-02-04', ['ann@example.com']],
  ['--campaign none', []],
])('export %s writes those people only', async (options, expected) => {
  const folder = filledFolder();
  change(folder, `update signups set confirmed_at = created_at where email like 'ann@%'`);
  const rows = await runJson(`export ${options}`, folder);
  expect(rows.map(({ email }: { email: string }) => email)).toEqual(expected);
});

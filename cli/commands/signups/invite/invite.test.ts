import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { openSignups } from '../../../../server/stores/sqlite/open.ts';
import { exportedNames } from '../../../../shared/signup/fields.ts';
import { shownNotice } from '../../../../shared/signup/testing/sign-ups.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { importWarnings } from '../export/mailing-file.ts';
import { mailingToolNames } from '../export/mailing-tools.ts';
import { expectFailure, run, runJson } from '../testing/filled-folder.ts';

/** Creates a data folder with ten people: even numbers are of the campaign `even`, and the first five confirmed. */
function listFolder(): string {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  database.exec(`
    insert into notices values ('${shownNotice.version}', '${shownNotice.text}', '2026-02-01T00:00:00.000Z');
    with recursive numbers (number) as (select 0 union all select number + 1 from numbers where number < 9)
    insert into signups
      (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on, campaign, confirmed_at, notice)
    select '+p' || number || '@company.com', 'hero', 'passed', 3000,
      '2026-02-0' || (1 + number / 2) || 'T0' || number || ':00:00.000Z', '2026-02-09T00:00:00.000Z', '2026-02-09',
      iif(number % 2 = 0, 'even', null), iif(number < 5, '2026-02-09T00:00:00.000Z', null),
      iif(number > 0, '${shownNotice.version}', null)
    from numbers`);
  database.close();
  return folder;
}

const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\+p(\d)@company\.com/g)].map(([, number]) => Number(number));

test.each([
  ['--since 2026-02-04', [6, 7, 8, 9]],
  ['--campaign even', [0, 2, 4, 6, 8]],
  ['--confirmed --campaign even', [0, 2, 4]],
  ['--source nav', []],
  ['--not-invited', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['--wave beta-1', []],
])('export %s writes the people of the filter alone', async (filter, numbers) => {
  expect(numbersIn((await run(`export ${filter}`, listFolder())).out)).toEqual(numbers);
});

test.each(['--since 2026-02-30', '--source newsletter', '--for mailchimp'])(
  'export %s is wrong usage',
  async (option) => {
    expect((await run(`export ${option}`, listFolder())).code).toBe(2);
  },
);

test.each(mailingToolNames)(
  'export --for %s writes every address as it is stored',
  async (tool) => {
    const { out, err } = await run(`export --for ${tool}`, listFolder());
    expect(err).toContain('10 addresses of the file would run as a formula in a spreadsheet');
    const rows: Record<string, string>[] = parse(out, {
      columns: true,
      delimiter: tool === 'brevo' ? ';' : ',',
    });
    const [first] = rows;
    expect(rows).toHaveLength(10);
    expect(first?.email ?? first?.Email ?? first?.EMAIL).toBe('+p0@company.com');
    const text = JSON.stringify(first);
    expect(text).toContain('2026-02-01T00:00:00.000Z');
    expect(text).toContain('even');
  },
);

test('export --for names the columns that each importer reads', async () => {
  const headOf = async (tool: string) =>
    (await run(`export --for ${tool}`, listFolder())).out.split('\r\n')[0];
  expect(await headOf('listmonk')).toBe('email,name,attributes');
  expect(await headOf('plunk')).toMatch(/^email,source,bot_check,signed_up_at,/);
  expect(await headOf('resend')).toMatch(/^email,source,bot_check,signed_up_at,/);
  expect(await headOf('loops')).toMatch(/^Email,First Name,Last Name,User Group,Source,botCheck,/);
  expect(await headOf('brevo')).toMatch(/^EMAIL;SOURCE;BOT_CHECK;SIGNED_UP_AT;/);
});

test('a field without a value is an empty cell in the file for a mailing tool', async () => {
  const { out } = await run('export --for plunk --since 2026-02-05', listFolder());
  const rows: Record<string, string>[] = parse(out, { columns: true });
  const empty = { confirmed_at: '', wave: '', invited_at: '' };
  expect(rows).toMatchObject([
    { email: '+p8@company.com', campaign: 'even', notice_version: shownNotice.version, ...empty },
    { email: '+p9@company.com', campaign: '', notice_version: shownNotice.version, ...empty },
  ]);
});

test('the attributes for listmonk are a JSON object without empty values', async () => {
  const { out } = await run('export --for listmonk', listFolder());
  const rows: { attributes: string }[] = parse(out, { columns: true });
  expect(JSON.parse(rows[0]?.attributes ?? '')).toEqual({
    source: 'hero',
    botCheck: 'passed',
    signedUpAt: '2026-02-01T00:00:00.000Z',
    lastSeenAt: '2026-02-09T00:00:00.000Z',
    times: 1,
    campaign: 'even',
    confirmedAt: '2026-02-09T00:00:00.000Z',
  });
});

test('a file that a tool would refuse for its size is named, with the remedy', () => {
  const bytes = 5 * 1024 * 1024;
  expect(importWarnings('plunk', { bytes, leftOut: 0, formulas: 0 })).toEqual([]);
  expect(importWarnings('plunk', { bytes: bytes + 1, leftOut: 0, formulas: 0 })).toEqual([
    expect.stringMatching(/6 MB, and plunk imports at most 5 MB/),
  ]);
  expect(importWarnings('listmonk', { bytes: 1e12, leftOut: 0, formulas: 0 })).toEqual([]);
});

test('export and invite say how many addresses listmonk leaves out, and other tools leave none out', async () => {
  const folder = temporaryFolder();
  const database = openSignups(folder, { create: true });
  for (const local of ['ada', '.ada', 'ada.', 'a..da', 'a.d.a', "o'brien+x"]) {
    database
      .prepare(
        `insert into signups (email, source, bot_check, form_fill_time_ms, created_at, last_seen_at, seen_on)
        values (?, 'hero', 'passed', 3000, '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-02-01')`,
      )
      .run(`${local}@company.com`);
  }
  database.close();
  const exported = await run('export --for listmonk', folder);
  expect(exported.out.match(/@company\.com/g)).toHaveLength(6);
  expect(exported.err).toContain('listmonk will leave out 3 rows of the file');
  expect((await run('export --for plunk', folder)).err).toBe('');
  const file = join(temporaryFolder(), 'wave.csv');
  const invited = await run(`invite --wave one --first 6 --for listmonk --to ${file}`, folder);
  expect([invited.code, invited.err]).toEqual([0, expect.stringContaining('leave out 3 rows')]);
});

test('notice lists the versions with their sign-ups, and prints the text of one', async () => {
  const folder = listFolder();
  const shown = { ...shownNotice, firstShownAt: '2026-02-01T00:00:00.000Z', signups: 9 };
  expect(await runJson('notice', folder)).toEqual({ notices: [shown], unknown: 1 });
  expect((await run(`notice ${shownNotice.version}`, folder)).out).toBe(`${shownNotice.text}\n`);
  await expectFailure('notice ffffffffffff', 'there is no notice ffffffffffff', folder);
  const [head, line, unknown] = (await run('notice', folder)).out.split('\n');
  expect(head).toMatch(/^VERSION +FIRST SHOWN \(UTC\) +SIGN-UPS +TEXT$/);
  expect(line).toMatch(new RegExp(`^${shownNotice.version} +2026-02-01 00:00 +9 +\\w`));
  expect(unknown).toBe('1 sign-up without a known notice.');
  const database = openSignups(folder, { create: false });
  database.exec('delete from signups; delete from notices');
  database.close();
  expect((await run('notice', folder)).out).toBe('No notice was shown yet.\n');
});

test('the exported fields stand in the documented order, and a new field follows them', () => {
  const documented =
    'email source botCheck createdAt lastSeenAt times campaign noticeVersion confirmedAt wave invitedAt';
  const names = documented.split(' ');
  expect(exportedNames.slice(0, names.length)).toEqual(names);
});

test('invite writes no address through a link that stands in the place of its unfinished file', async () => {
  const target = temporaryFolder();
  const [file, foreign] = [join(target, 'wave.csv'), join(target, 'foreign')];
  writeFileSync(foreign, '');
  symlinkSync(foreign, `${file}.part`);
  await run(`invite --wave one --first 3 --for plunk --to ${file}`, listFolder());
  expect(numbersIn(readFileSync(file, 'utf8'))).toEqual([0, 1, 2]);
  expect(readFileSync(foreign, 'utf8')).toBe('');
});

test('invite marks the oldest people once, and the same command writes the same file again', async () => {
  const folder = listFolder();
  const file = join(temporaryFolder(), 'wave.csv');
  const command = (name: string, first = 3) =>
    `invite --wave ${name} --first ${first} --for plunk --to ${file}`;
  expect(await runJson(`${command('one')} --dry-run`, folder)).toMatchObject({ marked: 3 });
  expect(existsSync(file)).toBe(false);
  expect(await runJson(command('one'), folder)).toMatchObject({ marked: 3, invited: 3 });
  const first = readFileSync(file, 'utf8');
  expect(numbersIn(first)).toEqual([0, 1, 2]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await runJson(command('one', 5), folder)).toMatchObject({ marked: 0, invited: 3 });
  expect(readFileSync(file, 'utf8')).toBe(first);
  expect((await run('export --wave one --for plunk', folder)).out).toBe(first);
  await run(command('two', 9), folder);
  expect(numbersIn(readFileSync(file, 'utf8'))).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect((await run(command('three'), folder)).code).toBe(1);
  expect(await runJson('count', folder)).toMatchObject({
    invited: 10,
    byCampaign: { even: { signups: 5, confirmed: 3, invited: 5 } },
  });
  expect((await run('count', folder)).out).toMatch(/even +0 +5 +3 +5\n/);
});

/** Leaves what `invite` leaves when it was killed after it had marked one of three people as `one`. */
function killInvite(folder: string): void {
  const database = openSignups(folder, { create: false });
  const invitation = { wave: 'one', first: 2, filter: {}, invitedAt: '2026-02-10T00:00:00.000Z' };
  database
    .prepare("insert into internals (name, value) values ('unfinished_invitation', ?)")
    .run(JSON.stringify(invitation));
  database.exec(`update signups set wave = 'one', invited_at = '2026-02-10T00:00:00.000Z'
    where email = '+p0@company.com'`);
  database.close();
}

test('while a wave is not complete, commands that depend on it fail, and the same invite completes the wave', async () => {
  const folder = listFolder();
  killInvite(folder);
  const file = join(temporaryFolder(), 'wave.csv');
  const invite = (name: string) => `invite --wave ${name} --first 3 --for plunk --to ${file}`;
  for (const command of [
    'export --wave one',
    'export --not-invited --for plunk',
    `${invite('two')} --dry-run`,
    'forget --before 2026-02-05 --not-invited --dry-run',
    'forget --before 2026-02-05 --not-invited --yes',
  ]) {
    await expectFailure(command, 'one is not complete', folder);
  }
  expect((await run('export --source hero', folder)).code).toBe(0);
  expect(await runJson(`${invite('one')} --dry-run`, folder)).toMatchObject({ marked: 2 });
  expect(await runJson(invite('one'), folder)).toMatchObject({ marked: 2, invited: 3 });
  expect(numbersIn(readFileSync(file, 'utf8'))).toEqual([0, 1, 2]);
  expect((await run('export --wave one', folder)).code).toBe(0);
});

test('invite completes the wave of a killed command before it chooses the people of another', async () => {
  const folder = listFolder();
  killInvite(folder);
  const file = join(temporaryFolder(), 'wave.csv');
  const { out, err } = await run(`invite --wave two --first 3 --for plunk --to ${file}`, folder);
  expect([out, err]).toEqual([
    expect.stringContaining('Invited 3 people as two'),
    expect.stringContaining('signups export --wave one'),
  ]);
  expect(numbersIn(readFileSync(file, 'utf8'))).toEqual([3, 4, 5]);
  expect(numbersIn((await run('export --wave one', folder)).out)).toEqual([0, 1, 2]);
});

test('invite and its rehearsal say how many people they invite, and that a wave has its people already', async () => {
  const folder = listFolder();
  const file = join(temporaryFolder(), 'wave.csv');
  const command = (name: string, first: number) =>
    `invite --wave ${name} --first ${first} --for plunk --to ${file}`;
  const says = async (line: string) => {
    const { code, out } = await run(line, folder);
    return `${code} ${out}`;
  };
  expect(await says(`${command('one', 1)} --dry-run`)).toBe(
    '0 ✓ Would invite 1 person as one. Nothing was changed.\n',
  );
  expect(await says(command('one', 1))).toBe(`0 ✓ Invited 1 person as one: ${file}\n`);
  expect(await says(`${command('one', 5)} --dry-run`)).toBe(
    '0 ✓ one has 1 person already. The command would write them to the file again.\n',
  );
  expect(await says(command('one', 5))).toBe(
    `0 ✓ one has 1 person already, and nobody was added. Wrote them again: ${file}\n`,
  );
  await run(command('two', 9), folder);
  const none = command('three', 9).replace(file, `${file}-of-nobody`);
  for (const line of [none, `${none} --dry-run`]) {
    expect(await says(line)).toBe('1 ! There is nobody to invite.\n');
    expect(await runJson(line, folder, 1)).toMatchObject({ invited: 0, marked: 0, file: null });
  }
  expect(existsSync(`${file}-of-nobody`)).toBe(false);
});

test('invite chooses by the filters, and marks nobody when the file cannot be named', async () => {
  const folder = listFolder();
  const command = 'invite --wave one --first 2 --campaign even --for brevo';
  expect((await run(command, folder)).code).toBe(2);
  expect(numbersIn((await run('export --wave one', folder)).out)).toEqual([]);
  const missing = join(temporaryFolder(), 'no', 'wave.csv');
  const { code, err } = await run(`${command} --to ${missing}`, folder);
  expect([code, err]).toEqual([1, expect.stringContaining('run the same command again')]);
  const file = join(temporaryFolder(), 'wave.csv');
  expect(await runJson(`${command} --to ${file}`, folder)).toMatchObject({ marked: 0, invited: 2 });
  expect(numbersIn(readFileSync(file, 'utf8'))).toEqual([0, 2]);
});

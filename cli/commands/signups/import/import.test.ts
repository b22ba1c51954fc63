import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import { change, expectFailure, filledFolder, run, runJson } from '../testing/filled-folder.ts';

function fileOf(text: string | Buffer, name = 'list.csv'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

const importFile = (text: string, folder: string, options = '--yes') =>
  runJson(`import ${fileOf(text)} ${options}`, folder);

/** Returns a person of the list, with the fields that an import decides. */
const person = (folder: string, email: string) =>
  change(
    folder,
    '',
    `select source, bot_check, created_at, campaign, notice, confirmed_at, times, wave from signups where email = '${email}'`,
  )[0];

const unknown = {
  source: 'import',
  bot_check: 'skipped',
  notice: null,
  confirmed_at: null,
  times: 1,
  wave: null,
};

test.each<[what: string, text: string | Buffer, emails: string[]]>([
  [
    'with the line by which Excel knows the separator',
    'sep=;\r\nName;Email\r\nA;a@people.example\r\n',
    ['a@people.example'],
  ],
  [
    'with two columns of one name, of which one is empty',
    'Email,Name,email\na@people.example,A,\n,B,b@people.example\n',
    ['a@people.example', 'b@people.example'],
  ],
  [
    'with other separators within quotation marks',
    'Email,"Notes; tags; plans"\na@people.example,x\n',
    ['a@people.example'],
  ],
  [
    'in UTF-16, as Excel writes “Unicode text”',
    Buffer.from('\ufeffEmail\tName\na@people.example\tA\n', 'utf16le'),
    ['a@people.example'],
  ],
  [
    'in UTF-16 whose first letter is Cyrillic',
    Buffer.from('\ufeffИмя\tEmail\nА\ta@people.example\n', 'utf16le'),
    ['a@people.example'],
  ],
  [
    'in UTF-16 with the high byte first',
    Buffer.from('\ufeffName;Email\nA;a@people.example\n', 'utf16le').swap16(),
    ['a@people.example'],
  ],
  [
    'that PowerShell wrote as UTF-16: an export as JSON',
    Buffer.from('\ufeff[{"email": "a@people.example"}]\r\n', 'utf16le'),
    ['a@people.example'],
  ],
  [
    'that is a JSON list of addresses',
    '["a@people.example", "b@people.example"]',
    ['a@people.example', 'b@people.example'],
  ],
])('import reads a file %s', async (_what, content, emails) => {
  const file = join(temporaryFolder(), 'list');
  writeFileSync(file, content);
  const folder = filledFolder();
  expect(await runJson(`import ${file} --yes`, folder)).toMatchObject({ added: emails.length });
  for (const email of emails) expect(person(folder, email)).toMatchObject({ source: 'import' });
});

function pipeOf(text: string): string {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  writeFile(pipe, text);
  return pipe;
}

test('import, stop and gone read a pipe', async () => {
  const folder = filledFolder();
  const rows = Array.from({ length: 5_000 }, (_row, index) => `p${index}@people.example,A\n`);
  const text = `Email,Name\n${rows.join('')}`;
  expect(await runJson(`import ${pipeOf(text)} --yes`, folder)).toMatchObject({ added: 5_000 });
  const stopped = await runJson(`stop --from ${pipeOf(text)} --because bounce`, folder);
  expect(stopped).toMatchObject({ addresses: 5_000, onList: 5_000 });
  const list = pipeOf('["gone@people.example"]');
  const gone = await runJson(`gone --since 2026-01-01 --from ${list}`, folder);
  expect(gone.addresses).toEqual([]);
});

test('import refuses a pipe that it would have to read twice', async () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { code, err } = await run(`import ${pipe}`, filledFolder());
  expect([code, err]).toEqual([2, expect.stringContaining('can be read only once')]);
});

test.each<[what: string, text: string, problem: string]>([
  [
    'a list of several addresses a line',
    'a@people.example, b@people.example\n',
    'several addresses',
  ],
  ['a workbook of Excel', 'PK\u0003\u0004\u0014\u0000\u0006\u0000', 'is no text'],
])('import refuses %s, and says what to do', async (_what, content, problem) => {
  await expectFailure(`import ${fileOf(content)} --yes`, problem);
});

test.each<[form: string, text: string, created: string, refusals: string[]]>([
  [
    'listmonk',
    `uuid,email,name,attributes,status,created_at,updated_at
6f0e,New@people.example,New,"{""city"": ""Bonn""}",enabled,2024-01-15 10:00:00.123456 +0200 CEST,2024-01-15 10:00:00 +0200 CEST
6f0f,blocked@people.example,B,{},blocklisted,2024-01-15 10:00:00 +0000 UTC,2024-01-15 10:00:00 +0000 UTC
`,
    '2024-01-15T08:00:00.123Z',
    ['blocked@people.example is blocklisted in listmonk'],
  ],
  [
    'listmonk',
    `uuid,email,name,attributes,status,created_at,updated_at
6f0e,New@people.example,New,{},enabled,2024-01-15 10:00:00.123456 -0300 -03,2024-01-15 10:00:00 -0300 -03
6f0f,blocked@people.example,B,{},disabled,2024-01-15 10:00:00 +0000 +0000,2024-01-15 10:00:00 +0000 +0000
`,
    '2024-01-15T13:00:00.123Z',
    ['blocked@people.example is disabled in listmonk'],
  ],
  [
    'mailchimp',
    `"Email Address","First Name",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LEID,EUID,NOTES,TAGS,UNSUB_TIME
new@people.example,New,2,,,"2015-03-16 14:40:47",77.1.1.1,1,2,,"""a"",""b""",
gone@people.example,G,2,,,"2015-03-16 14:40:47",,3,4,,,"2016-03-16 14:40:47"
`,
    '2015-03-16T14:40:47.000Z',
    ['gone@people.example is unsubscribed in mailchimp'],
  ],
  [
    'ghost',
    `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r
m1,new@people.example,New,"Early, supporter",true,false,,2024-02-01T12:30:00.000Z,,,\r
m2,quiet@people.example,Q,,false,false,,2024-02-01T12:30:00.000Z,,,\r
`,
    '2024-02-01T12:30:00.000Z',
    ['quiet@people.example is unsubscribed in ghost'],
  ],
  [
    'kit',
    `first_name,email_address,state,created_at,tags
New,new@people.example,active,2025-03-03,creators
Old,old@people.example,bounced,2025-03-03,
`,
    '2025-03-03T00:00:00.000Z',
    ['old@people.example is bounced in kit'],
  ],
])(
  'import reads what %s exports, and refuses people to whom the tool writes no more',
  async (form, text, createdAt, refusals) => {
    const folder = filledFolder();
    const found = await importFile(text, folder);
    expect(found).toMatchObject({ form, rows: 2, added: 1, known: 0, erased: 0, refused: 1 });
    expect(found.refusals.map(({ reason }: { reason: string }) => reason)).toEqual(refusals);
    expect(person(folder, 'new@people.example')).toEqual({
      ...unknown,
      created_at: createdAt,
      campaign: `import/${form}`,
    });
  },
);

test.each([
  ['a bare list', 'new@people.example\nbob@people.example\n'],
  [
    'a list with a head, semicolons and a byte order mark',
    '\ufeffName;E-Mail\nNew;new@people.example\nBob;bob@people.example\n',
  ],
  ['JSON lines', '{"email":"new@people.example","a":"}"}\n{"email":"bob@people.example"}\n'],
  [
    'a JSON list',
    '[{"email": "new@people.example", "a": {"b": "\\"]"}}, {"email": "bob@people.example"}]',
  ],
])('import reads %s', async (_what, text) => {
  const folder = filledFolder();
  expect(await importFile(text, folder)).toMatchObject({ form: 'list', added: 2, refused: 0 });
  expect(person(folder, 'new@people.example')).toMatchObject({
    ...unknown,
    campaign: 'import/list',
  });
});

test('a dry run names the fault of each line, and changes nothing', async () => {
  const folder = filledFolder();
  await run('erase gone@people.example --yes', folder);
  const text = `Adresse,Datum
new@people.example,2025-01-01
NEW@people.example,2025-01-01
ann@example.com,2025-01-01
gone@people.example,2025-01-01
nobody,2025-01-01
,2025-01-01
late@people.example,2999-01-01
odd@people.example,yesterday
`;
  const line = `import ${fileOf(text)} --map email=Adresse --map createdAt=Datum --dry-run`;
  const found = await runJson(line, folder);
  expect(found).toMatchObject({ dryRun: true, rows: 8, added: 1, known: 2, erased: 1, refused: 4 });
  expect(found.refusals).toEqual([
    { line: 6, reason: 'nobody is no e-mail address' },
    { line: 7, reason: 'there is no address' },
    { line: 8, reason: 'createdAt: 2999-01-01 lies in the future' },
    { line: 9, reason: 'createdAt: yesterday is no time' },
  ]);
  expect(
    (await run(line, folder)).out,
  ).toBe(`✓ 8 rows of the form list: 1 new, 2 known, 1 erased, 4 refused.
  line 6: nobody is no e-mail address
  line 7: there is no address
  line 8: createdAt: 2999-01-01 lies in the future
  line 9: createdAt: yesterday is no time
✓ Nothing was changed.
`);
  expect((await runJson('count', folder)).total).toBe(2);
});

test('import refuses values that no database can store, and cuts long values in its messages', async () => {
  const folder = filledFolder();
  const text = `email,times,createdAt,botCheck
often@people.example,2147483648,2025-01-01,passed
early@people.example,1,0000-12-31,passed
east@people.example,1,0001-01-01 00:00 +01:00,passed
leap@people.example,1,2025-02-29,passed
${'a'.repeat(1000)},1,2025-01-01,passed
`;
  expect((await importFile(text, folder)).refusals).toEqual([
    { line: 2, reason: '2147483648 is no number of times' },
    { line: 3, reason: 'createdAt: 0000-12-31 is no time' },
    { line: 4, reason: 'createdAt: 0001-01-01 00:00 +01:00 is no time' },
    { line: 5, reason: 'createdAt: 2025-02-29 is no time' },
    { line: 6, reason: `${'a'.repeat(80)}… is no e-mail address` },
  ]);
});

test('import changes no known person, queues no mail and adds no erased person, and a second run adds no person', async () => {
  const folder = filledFolder();
  await run('erase gone@people.example --yes', folder);
  const before = person(folder, 'ann@example.com');
  const text = 'email\nann@example.com\ngone@people.example\nnew@people.example\n';
  expect(await importFile(text, folder)).toMatchObject({ added: 1, known: 1, erased: 1 });
  expect(await importFile(text, folder)).toMatchObject({ added: 0, known: 2, erased: 1 });
  expect(person(folder, 'ann@example.com')).toEqual(before);
  expect(change(folder, '', 'select * from deliveries')).toEqual([]);
  expect((await runJson('count', folder)).total).toBe(3);
});

test('import adds a person who came to the other list after the erasure here', async () => {
  const folder = filledFolder();
  await run('erase gone@people.example --yes', folder);
  change(folder, `update erasures set erased_at = '2025-01-01T00:00:00.000Z'`);
  const text = 'email,created_at\ngone@people.example,2025-02-01\n';
  expect(await importFile(text, folder)).toMatchObject({ added: 1, erased: 0 });
});

test('import adds a person by the row from after the erasure when an older row of the person comes first', async () => {
  const folder = filledFolder();
  await run('erase gone@people.example --yes', folder);
  change(folder, `update erasures set erased_at = '2025-01-01T00:00:00.000Z'`);
  const text = 'email,created_at\ngone@people.example,2024-06-01\ngone@people.example,2025-06-01\n';
  expect(await importFile(text, folder)).toMatchObject({ added: 1, known: 0, erased: 1 });
});

const earlier = [
  {
    email: '+ada@company.example',
    source: 'hero',
    botCheck: 'passed',
    createdAt: '2026-02-03T04:05:06.789Z',
    lastSeenAt: '2026-02-05T04:05:06.000Z',
    times: 3,
    campaign: 'news/launch',
    noticeVersion: null,
    confirmedAt: '2026-02-04T00:00:00.000Z',
    wave: 'beta-1',
    invitedAt: '2026-02-06T00:00:00.000Z',
  },
  {
    email: 'bob@company.example',
    source: 'modal',
    botCheck: 'unavailable',
    createdAt: '2026-02-03T04:05:06.000Z',
    lastSeenAt: '2026-02-03T04:05:06.000Z',
    times: 1,
    campaign: null,
    noticeVersion: '659d0d610218',
    confirmedAt: null,
    wave: null,
    invitedAt: null,
  },
];

test('the rows of an earlier release keep every field, from JSON and from CSV', async () => {
  const from = temporaryFolder();
  await run(`move --to ${join(from, 'signups.db')}`);
  change(from, 'delete from signups');
  const json = fileOf(JSON.stringify(earlier, null, 2), 'list.json');
  const found = await runJson(`import ${json} --yes`, from);
  expect(found).toMatchObject({ form: 'export', added: 2, withoutNotice: 1 });
  const stored = [earlier[0], { ...earlier[1], noticeVersion: null }];
  const rows = stored.map((row) => expect.objectContaining(row));
  expect(await runJson('export', from)).toEqual(expect.arrayContaining(rows));
  const csv = fileOf((await run('export', from)).out);
  const to = temporaryFolder();
  await run(`move --to ${join(to, 'signups.db')}`);
  change(to, 'delete from signups');
  expect(await runJson(`import ${csv} --yes`, to)).toMatchObject({ form: 'export', added: 2 });
  expect(await runJson('export', to)).toEqual(await runJson('export', from));
});

/** Creates a file with the evidence of release 0.3.0: a single erasure, and one of a run of `signups forget`. */
function earlierFile(): string {
  const file = join(temporaryFolder(), 'earlier.db');
  const database = new DatabaseSync(file);
  database.exec('create table erasures (salt text primary key, address_hash text, erased_at text)');
  const sha256 = (text: string) => hash('sha256', text);
  const insert = database.prepare('insert into erasures values (?, ?, ?)');
  const erase = (salt: string, email: string) =>
    insert.run(salt, sha256(salt + email), '2026-03-01T00:00:00.000Z');
  erase('c0ffee00-0000-4000-8000-000000000000', 'single@people.example');
  const run = 'run-c0ffee00-0000-4000-8000-000000000001';
  erase(`${run}:${sha256(`${run}run@people.example`).slice(0, 32)}`, 'run@people.example');
  database.close();
  return file;
}

test('--erased leaves out whom release 0.3.0 erased, removes them if an earlier import brought them, and keeps the evidence', async () => {
  const folder = filledFolder();
  const old = fileOf(`email,created_at
single@people.example,2026-02-01
SINGLE@people.example,2026-02-01
run@people.example,2026-02-01
again@people.example,2026-02-01
`);
  await run(`import ${old} --yes`, folder);
  const options = `--erased ${earlierFile()}`;
  const counts = { rows: 4, added: 0, known: 1, erased: 3 };
  const rehearsed = await runJson(`import ${old} ${options} --dry-run`, folder);
  expect(rehearsed).toMatchObject({ ...counts, removed: 0 });
  expect(await runJson(`import ${old} ${options} --yes`, folder)).toMatchObject({
    ...counts,
    removed: 2,
  });
  // The evidence is in this database now, so a later import needs no file of the earlier release.
  expect(await runJson(`import ${old} --yes`, folder)).toMatchObject(counts);
  expect(await runJson('show run@people.example', folder)).toMatchObject({
    signup: null,
    erasures: [{ erasedAt: '2026-03-01T00:00:00.000Z' }],
  });
});

test('--erased adds a person who signed up again after the erasure by release 0.3.0', async () => {
  const options = `--erased ${earlierFile()} --yes`;
  const text = 'email,created_at\nsingle@people.example,2026-03-02\n';
  expect(await importFile(text, filledFolder(), options)).toMatchObject({ added: 1, erased: 0 });
});

test('--erased refuses a file without evidence of release 0.3.0', async () => {
  const list = fileOf('email\na@b.example\n');
  await expectFailure(`import ${list} --erased ${list} --yes`, 'has no evidence of release 0.3.0');
});

test('--notices brings the texts of the notices, so that each person keeps the version', async () => {
  const folder = filledFolder();
  const text = 'We keep your address.';
  const notice = { version: '659d0d610218', text, firstShownAt: '2026-01-01T00:00:00.000Z' };
  // As `>` of PowerShell writes it.
  const notices = fileOf(Buffer.from(`\ufeff${JSON.stringify({ notices: [notice] })}`, 'utf16le'));
  const list = fileOf(JSON.stringify(earlier), 'list.json');
  const found = await runJson(`import ${list} --notices ${notices} --yes`, folder);
  expect(found).toMatchObject({ added: 2, withoutNotice: 0 });
  expect(person(folder, 'bob@company.example')).toMatchObject({ notice: '659d0d610218' });
  expect((await run('notice 659d0d610218', folder)).out).toBe(`${text}\n`);
});

test('import on a terminal says what it would do and asks, and adds no person after a no', async () => {
  const folder = filledFolder();
  const line = `import ${fileOf('email\nnew@people.example\n')}`;
  const refused = await run(line, folder, { answer: 'n' });
  expect(refused).toMatchObject({
    code: 2,
    err: '✓ 1 row of the form list: 1 new, 0 known, 0 erased, 0 refused.\nAdd 1 person? [y/N] error: nobody was added\n',
  });
  expect(await run(line, folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('say --yes'),
  });
  expect((await runJson('count', folder)).total).toBe(2);
  expect((await run(line, folder, { answer: 'y' })).code).toBe(0);
  expect((await runJson('count', folder)).total).toBe(3);
});

test.each([
  [
    'a column that is missing',
    'email\na@b.example\n',
    '--map email=Adresse --yes',
    2,
    'the file has no column adresse: email',
  ],
  [
    'a file without addresses',
    'name\nAda\n',
    '--yes',
    2,
    'no column has addresses: name one by --map email=COLUMN (name)',
  ],
  [
    'a CSV file that was cut off',
    'email,name\na@b.example,"Ad',
    '--yes',
    1,
    'is no whole CSV file',
  ],
  [
    'JSON that was cut off',
    '[{"email": "a@b.example"}, {"email"',
    '--yes',
    1,
    'is no list of objects in JSON, after object 1',
  ],
])('import refuses %s', async (_what, text, options, code, says) => {
  const found = await run(`import ${fileOf(text)} ${options}`);
  expect(found).toMatchObject({ code, err: expect.stringContaining(says) });
});

test('import names a file that is missing', async () => {
  await expectFailure('import /no/list.csv --yes', '/no/list.csv: no such file');
});

test('import refuses a file of notices that holds no notice', async () => {
  const [list, notices] = [fileOf('email\na@b.example\n'), fileOf('{"ok": false}')];
  await expectFailure(`import ${list} --notices ${notices} --yes`, 'it has no list of notices');
});

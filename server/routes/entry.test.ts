import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type EntryLink, sealLink } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { startTestServer } from '../testing/test-server.ts';

const secret = 'a-secret-of-sixteen-characters';
const origin = 'https://deckwright.example';
const email = 'ada@example.com';
const lines: string[] = [];
const folder = temporaryFolder();
let site: string;

beforeAll(async () => {
  const settings = {
    SITE_ORIGIN: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: 'metrics-token-of-the-test',
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    MAIL_FROM: 'launch@deckwright.example',
    ENTRY_LINK_SECRET: secret,
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000',
  };
  const logTo = { write: (line: string) => void lines.push(line) };
  const { port, context } = await startTestServer(settings, { logTo });
  await context.backend.open();
  site = `http://127.0.0.1:${port}`;
});

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const tokenOf = (link: EntryLink, sent = new Date()) => sealLink(link, secret, hmac, sent);

/** Returns the rows that the database has, as address and whether it is confirmed. */
const rows = () =>
  readSqlite(folder, 'select email, confirmed_at is not null as confirmed from signups').map(
    (row) => `${row.email} ${row.confirmed}`,
  );

const signUp = (address: string) =>
  fetch(`${site}/api/signup`, {
    method: 'POST',
    body: new URLSearchParams({ email: address, source: 'hero', website: '' }),
    redirect: 'manual',
  });
const see = (token: string, init: RequestInit = {}) =>
  fetch(`${site}${entryPath}?token=${encodeURIComponent(token)}`, init);
const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${site}${entryPath}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
const follow = (response: Response) => fetch(`${site}${response.headers.get('location')}`);

let token: string;
beforeEach(async () => {
  for (const row of rows()) {
    const [address = ''] = row.split(' ');
    await send({ token: await tokenOf({ purpose: 'remove', email: address }), action: 'remove' });
  }
  await signUp(email);
  token = await tokenOf({ purpose: 'entry', email });
});

test('GET shows the entry to the holder of the link, and no cache, search engine or referrer gets the page', async () => {
  const response = await see(token);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-type': 'text/html; charset=utf-8',
  });
  const html = await response.text();
  expect(html).toContain(`shown: ${token} ${email}`);
  expect(html).toMatch(/\d+ \w+ \d{4}, on our (site|home page)/);
  expect(html).not.toContain('__entry_');
  expect(html).not.toContain('<!--deckwright');
});

test('GET and HEAD of every link change nothing, however often they are sent', async () => {
  const links: EntryLink[] = [
    { purpose: 'entry', email },
    { purpose: 'remove', email },
    { purpose: 'change', email: 'ada@new.example', from: email },
  ];
  for (const link of links) {
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await see(await tokenOf(link), { method })).status).toBe(200);
    }
  }
  expect(rows()).toEqual([`${email} 0`]);
});

test('Confirming redirects to a page that says so, and a second press says the same', async () => {
  for (const _ of [1, 2]) {
    const response = await send({ token, action: 'confirm' });
    expect(response.status).toBe(303);
    const page = await follow(response);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('confirmed: ')]);
    expect(rows()).toEqual([`${email} 1`]);
  }
});

test('The address of the page after a confirmation shows the entry while it is not confirmed', async () => {
  const page = await fetch(`${site}${entryPath}?token=${token}&result=confirmed`);
  expect(await page.text()).toContain('shown: ');
});

test('The metrics count the forms that confirmed or removed an entry, and no form that was refused', async () => {
  const read = async () => {
    const headers = { authorization: 'Bearer metrics-token-of-the-test' };
    const text = await (await fetch(`${site}/metrics`, { headers })).text();
    return (end: string) =>
      Number(new RegExp(`entry_changes_total{end="${end}"} (\\d+)`).exec(text)?.[1]);
  };
  const before = await read();
  await send({ token, action: 'confirm' });
  await send({ token: 'forged', action: 'remove' });
  await send({ token, action: 'remove' });
  const after = await read();
  expect(after('confirmed') - before('confirmed')).toBe(1);
  expect(after('removed') - before('removed')).toBe(1);
});

test('Removing erases the entry, and the link then answers 410', async () => {
  const response = await send({ token, action: 'remove' });
  expect(response.headers.get('location')).toBe(`${entryPath}?result=removed`);
  expect(await (await follow(response)).text()).toContain('removed: ');
  expect(rows()).toEqual([]);
  expect((await see(token)).status).toBe(410);
});

test('A change sends a link to the new address. That link moves the entry, and shows it afterwards', async () => {
  const to = 'ada@new.example';
  const page = await follow(
    await send({ token, action: 'change', email: ` ${to.toUpperCase()} ` }),
  );
  const html = await page.text();
  expect(html).toContain('change_requested: ');
  expect(html).toContain(to);
  expect(rows()).toEqual([`${email} 0`]);
  const queued = readSqlite(folder, `select email from mails where kind = 'change'`);
  expect(queued).toEqual([{ email: to }]);
  const link = await tokenOf({ purpose: 'change', email: to, from: email });
  expect(await (await follow(await send({ token: link, action: 'confirm' }))).text()).toContain(
    'confirmed: ',
  );
  expect(rows()).toEqual([`${to} 1`]);
  expect(await (await see(link)).text()).toContain(`shown: ${link} ${to}`);
  expect((await see(token)).status).toBe(410);
});

test('A link to a new address that is not confirmed yet can neither change nor remove the entry', async () => {
  const link = await tokenOf({ purpose: 'change', email: 'stranger@example.com', from: email });
  expect(await (await see(link)).text()).not.toContain(email);
  for (const action of ['remove', 'change']) {
    expect((await send({ token: link, action, email: 'x@example.com' })).status).toBe(400);
  }
  expect(rows()).toEqual([`${email} 0`]);
});

test('An invalid new address leads to a page that says so', async () => {
  const response = await send({ token, action: 'change', email: 'ada@' });
  expect(await (await follow(response)).text()).toContain('invalid_email: ');
});

test.each([
  [
    'of another secret',
    () => sealLink({ purpose: 'entry', email }, 'another secret', hmac, new Date()),
  ],
  [
    'that is over',
    () => tokenOf({ purpose: 'entry', email }, new Date(Date.now() - 32 * 86_400_000)),
  ],
  ['of an address without an entry', () => tokenOf({ purpose: 'entry', email: 'bob@example.com' })],
  [
    'with more after its seal',
    async () => `${await tokenOf({ purpose: 'entry', email })}."><script>`,
  ],
  ['that is longer than any of ours', async () => 'x'.repeat(3000)],
  ['that is empty', async () => ''],
])('A token %s answers 410 to GET, and a form with it leads there', async (_what, make) => {
  const bad = await make();
  const page = await see(bad);
  expect(page.status).toBe(410);
  const html = await page.text();
  expect(html).toContain('ended: ');
  expect(html).not.toContain('"><script>');
  for (const action of ['confirm', 'change']) {
    const response = await send({ token: bad, action, email: 'x@example.com' });
    expect([303, 400]).toContain(response.status);
  }
  expect(rows()).toEqual([`${email} 0`]);
});

test.each([
  ['urlencoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])('A mail provider removes the entry with one request: %s', async (_how, type, body) => {
  const removal = await tokenOf({ purpose: 'remove', email }, new Date('2020-01-01'));
  const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' };
  for (const _ of [1, 2]) {
    const response = await see(removal, { method: 'POST', headers, body, redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(rows()).toEqual([]);
  }
});

test('A form of a foreign page, a large body and another method are refused', async () => {
  const fields = { token, action: 'remove' };
  expect((await send(fields, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await send({ ...fields, email: 'x'.repeat(9000) })).status).toBe(413);
  expect((await send({ token, action: 'show' })).status).toBe(400);
  const other = await see(token, { method: 'DELETE' });
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(rows()).toEqual([`${email} 0`]);
});

test('A script reads and changes the entry as JSON', async () => {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const shown = await (await see(token, { headers })).json();
  expect(shown).toMatchObject({ view: 'shown', facts: { email, confirmed: null } });
  expect(shown.allows).toEqual(['confirm', 'change', 'remove']);
  const post = async (fields: object) => {
    const body = JSON.stringify({ token, ...fields });
    const response = await fetch(`${site}${entryPath}`, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  expect(await post({ action: 'change', email: 'ada' })).toEqual([422, { view: 'invalid_email' }]);
  expect(await post({ action: 'confirm' })).toEqual([200, { view: 'confirmed', email }]);
  const after = await (await see(token, { headers })).json();
  expect(after.allows).toEqual(['change', 'remove']);
  expect(await post({ action: 'remove' })).toEqual([200, { view: 'removed' }]);
  expect(await post({ action: 'confirm' })).toEqual([410, { view: 'ended' }]);
  expect(await post({ action: 7 })).toEqual([
    400,
    { error: { code: 'invalid_request', message: expect.any(String) } },
  ]);
});

test('Past 60 changes by one link in an hour the link gets 429 and changes nothing, still shows the entry, and other links work', async () => {
  const own = 'cora@example.com';
  await signUp(own);
  const held = await tokenOf({ purpose: 'entry', email: own });
  for (let times = 1; times <= 60; times += 1) {
    expect((await send({ token: held, action: 'confirm' })).status).toBe(303);
  }
  const remove = { token: held, action: 'remove' };
  for (const refused of await Promise.all([send(remove), send(remove)])) {
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  }
  expect(rows()).toContain(`${own} 1`);
  expect((await see(held)).status).toBe(200);
  expect((await send({ token, action: 'confirm' })).status).toBe(303);
});

test('No token and no address is in the log or in the metrics', async () => {
  await see(token);
  await send({ token, action: 'confirm' });
  const headers = { Authorization: 'Bearer metrics-token-of-the-test' };
  const metrics = await (await fetch(`${site}/metrics`, { headers })).text();
  expect(metrics).toContain(entryPath);
  const seal = token.split('.')[1] as string;
  for (const text of [lines.join(''), metrics]) {
    expect(text).toContain(entryPath);
    expect(text).not.toContain(seal);
    expect(text).not.toContain(email);
  }
});

test('Without MAIL_URL the address of an entry is the 404 page, and a form is refused', async () => {
  const { port } = await startTestServer({ DATA_DIR: temporaryFolder() });
  const address = `http://127.0.0.1:${port}${entryPath}?token=${token}`;
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(address, { method: 'POST', body: 'a=b' })).status).toBe(405);
});

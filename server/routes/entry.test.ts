import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeToken } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { limits } from '../http/limits.ts';
import { signupsPath } from '../stores/sqlite/open.ts';
import { addLink } from '../testing/add-link.ts';
import { connectRaw } from '../testing/raw-connection.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { startTestServer } from '../testing/test-server.ts';

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
    SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000',
  };
  const logTo = { write: (line: string) => void lines.push(line) };
  const { port, context } = await startTestServer(settings, { logTo });
  await context.backend.open();
  site = `http://127.0.0.1:${port}`;
});

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
    await send({ token: await addLink(folder, address), action: 'remove' });
  }
  await signUp(email);
  token = await addLink(folder, email);
});

test('GET shows the entry to the holder of the link, and no cache, search engine or referrer gets the page', async () => {
  const response = await see(token);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-type': 'text/html; charset=utf-8',
  });
  const html = await response.text();
  expect(html).toContain(`shown: ${token} ${email}`);
  expect(html).toContain('on our home page');
  expect(html).not.toContain('__entry_');
  expect(html).not.toContain('<!--fill:');
});

test('GET and HEAD of a link change nothing, however often they are sent', async () => {
  for (const method of ['GET', 'HEAD', 'GET']) {
    expect((await see(token, { method })).status).toBe(200);
  }
  expect(rows()).toEqual([`${email} 0`]);
});

test('confirming redirects to a page that says so, and a second press says the same', async () => {
  for (const _ of [1, 2]) {
    const response = await send({ token, action: 'confirm' });
    expect(response.status).toBe(303);
    const page = await follow(response);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('confirmed: ')]);
    expect(rows()).toEqual([`${email} 1`]);
  }
});

test('a browser that sends `Origin: null` and no `Sec-Fetch-Site` with the form may confirm', async () => {
  const response = await send({ token, action: 'confirm' }, { Origin: 'null' });
  expect(response.status).toBe(303);
  expect(rows()).toEqual([`${email} 1`]);
  const framed = { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' };
  expect((await send({ token, action: 'remove' }, framed)).status).toBe(403);
});

test('the address of the page after a confirmation shows the entry while it is not confirmed', async () => {
  const page = await fetch(`${site}${entryPath}?token=${token}&result=confirmed`);
  expect(await page.text()).toContain('shown: ');
});

test('the metrics count the forms that confirmed or removed an entry, and no form that was refused', async () => {
  const read = async () => {
    const headers = { authorization: 'Bearer metrics-token-of-the-test' };
    const text = await (await fetch(`${site}/metrics`, { headers })).text();
    return (end: string) =>
      Number(new RegExp(`entry_changes_total{end="${end}"} (\\d+)`).exec(text)?.[1]);
  };
  const before = await read();
  await send({ token, action: 'confirm' });
  await send({ token: makeToken(), action: 'remove' });
  await send({ token, action: 'remove' });
  const after = await read();
  expect(after('confirmed') - before('confirmed')).toBe(1);
  expect(after('removed') - before('removed')).toBe(1);
});

test('removing erases the entry, and the link then answers 410', async () => {
  const response = await send({ token, action: 'remove' });
  expect(response.headers.get('location')).toBe(`${entryPath}?result=removed`);
  expect(await (await follow(response)).text()).toContain('removed: ');
  expect(rows()).toEqual([]);
  expect((await see(token)).status).toBe(410);
});

test('a link of a removed entry stays ended when the address signs up again', async () => {
  await send({ token, action: 'remove' });
  await signUp(email);
  expect((await see(token)).status).toBe(410);
  for (const action of ['confirm', 'remove']) await send({ token, action });
  const body = 'List-Unsubscribe=One-Click';
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await see(token, { method: 'POST', headers, body })).status).toBe(200);
  expect(rows()).toEqual([`${email} 0`]);
});

test('when the database fails, a form gets a page with the same button, and a script and a mail provider get 503', async () => {
  const database = new DatabaseSync(signupsPath(folder));
  database.exec('begin immediate');
  const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const [form, script, provider] = await Promise.all([
    send({ token, action: 'remove' }),
    fetch(`${site}${entryPath}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ token, action: 'remove' }),
    }),
    see(token, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') }),
  ]);
  database.exec('rollback');
  database.close();
  expect([form.status, script.status, provider.status]).toEqual([503, 503, 503]);
  expect(await form.text()).toContain('failed: ');
  expect(await script.json()).toEqual({ view: 'unavailable' });
  expect(rows()).toEqual([`${email} 0`]);
});

test('a link that a mail program cut has a page of its own, which says that the link is incomplete', async () => {
  for (const cut of [token.slice(0, -1), token.slice(0, 20), `${token}.`, '']) {
    const page = await see(cut);
    expect([page.status, await page.text()]).toEqual([
      410,
      expect.stringContaining('incomplete: '),
    ]);
  }
});

test('a link of release 0.3.0, whose token is longer, has ended', async () => {
  const page = await see(`${'a'.repeat(60)}.${'0'.repeat(64)}`);
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('ended: ')]);
});

test.each([
  ['that nobody made', () => makeToken()],
  ['with more after its end', () => `${token}"><script>`],
  ['that is longer than any of ours', () => 'x'.repeat(3000)],
  ['that is empty', () => ''],
])('a token %s answers 410 to GET, and a form with it changes nothing', async (_what, make) => {
  const bad = make();
  const page = await see(bad);
  expect(page.status).toBe(410);
  const html = await page.text();
  expect(html).toMatch(/(ended|incomplete): /);
  expect(html).not.toContain('"><script>');
  for (const action of ['confirm', 'remove']) {
    const response = await send({ token: bad, action });
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
  ['text', 'text/plain', 'list-unsubscribe=one-click'],
])(
  'a mail provider removes the entry with one request, and gets 200 for a second one: %s',
  async (_how, type, body) => {
    const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' };
    const response = await see(token, { method: 'POST', headers, body, redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(rows()).toEqual([]);
    const again = await see(token, { method: 'POST', headers, body, redirect: 'manual' });
    expect([again.status, await again.text()]).toEqual([200, 'ended\n']);
  },
);

test('a form of a foreign page, a large body, an empty body and another method are refused', async () => {
  const fields = { token, action: 'remove' };
  expect((await send(fields, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await send(fields, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await send({ ...fields, more: 'x'.repeat(9000) })).status).toBe(413);
  for (const action of ['show', 'change']) {
    expect((await send({ token, action })).status).toBe(400);
  }
  const empty = await see(token, { method: 'POST', redirect: 'manual' });
  expect(empty.status).toBeGreaterThanOrEqual(400);
  const other = await see(token, { method: 'DELETE' });
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(rows()).toEqual([`${email} 0`]);
});

test.each([
  ['an empty body', 'Content-Length: 0\r\n'],
  ['no body', ''],
])('a POST with %s gets 415 on a connection that stays open', async (_what, length) => {
  const visitor = await connectRaw(Number(new URL(site).port));
  visitor.send(`POST ${entryPath} HTTP/1.1\r\nHost: a\r\n${length}\r\n`);
  await expect.poll(visitor.heard).toContain('HTTP/1.1 415 ');
  visitor.send('GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await visitor.ended;
  expect(visitor.heard()).toContain('HTTP/1.1 200 ');
});

test('a script reads and changes the entry as JSON', async () => {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const shown = await (await see(token, { headers })).json();
  expect(shown).toMatchObject({ view: 'shown', allows: ['confirm', 'remove'] });
  expect(shown.facts).toContainEqual({ name: 'email', label: 'Your address', value: email });
  const post = async (fields: object) => {
    const body = JSON.stringify({ token, ...fields });
    const response = await fetch(`${site}${entryPath}`, { method: 'POST', headers, body });
    return [response.status, await response.json()];
  };
  expect(await post({ action: 'confirm' })).toEqual([200, { view: 'confirmed', email }]);
  const after = await (await see(token, { headers })).json();
  expect(after.allows).toEqual(['remove']);
  expect(await post({ action: 'remove' })).toEqual([200, { view: 'removed' }]);
  expect(await post({ action: 'confirm' })).toEqual([410, { view: 'ended' }]);
  expect(await post({ action: 7 })).toEqual([
    400,
    { error: { code: 'invalid_request', message: expect.any(String) } },
  ]);
});

test('past the confirmations of an hour a link gets 429 and changes nothing, still shows the entry, and other links work', async () => {
  const own = 'cora@example.com';
  await signUp(own);
  const held = await addLink(folder, own);
  for (let times = 1; times <= limits.confirmationsPerLink; times += 1) {
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

test('no token and no address is in the log or in the metrics', async () => {
  await see(token);
  await send({ token, action: 'confirm' });
  const headers = { Authorization: 'Bearer metrics-token-of-the-test' };
  const metrics = await (await fetch(`${site}/metrics`, { headers })).text();
  expect(metrics).toContain(entryPath);
  for (const text of [lines.join(''), metrics]) {
    expect(text).toContain(entryPath);
    expect(text).not.toContain(token);
    expect(text).not.toContain(email);
  }
});

test('without MAIL_URL the address of an entry is the 404 page, and a form is refused', async () => {
  const { port } = await startTestServer({ DATA_DIR: temporaryFolder() });
  const address = `http://127.0.0.1:${port}${entryPath}?token=${token}`;
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(address, { method: 'POST', body: 'a=b' })).status).toBe(405);
});

import type { Request } from 'playwright/test';
import { signupErrors, signupTexts } from '../../shared/signup/contract.ts';
import { serverEntry } from '../support/built-server.ts';
import { type Cluster, createCluster, withSql } from '../support/postgres.ts';
import { freePort, type Running, start } from '../support/running-server.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { alive, dialogOf, expect, open, type Page, settled, test, wait } from './fixtures.ts';

/** A name that supabase-js gives itself in its messages, whichever file of the build it is in. */
const supabaseJs = 'GoTrueClient';
/** The project answers at 127.0.0.1, whose first label is that. */
const storageKey = 'sb-127-auth-token';

test.describe.configure({ mode: 'serial' });

let cluster: Cluster;
let project: Awaited<ReturnType<typeof startSupabase>>;
let server: Running;

test.beforeAll(async () => {
  test.setTimeout(90_000);
  cluster = await createCluster();
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  project = await startSupabase(cluster, 'direct', { NODE_ENV: 'test', SITE_ORIGIN: origin });
  server = await start(serverEntry, {
    NODE_ENV: 'test',
    PORT: port,
    SITE_ORIGIN: origin,
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_TRANSPORT: 'direct',
  });
});

test.afterAll(async () => {
  await server?.stop();
  await project?.close();
  await cluster?.remove();
});

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

async function signUp(page: Page, address: string): Promise<void> {
  const { email, submit } = dialogOf(page);
  await open(page);
  await email.fill(address);
  await wait(page);
  await submit.click();
}

const keepRequests = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
};

/** The scripts among them that hold supabase-js. */
async function holders(requests: readonly Request[]): Promise<string[]> {
  const urls: string[] = [];
  for (const request of requests.filter((request) => request.resourceType() === 'script')) {
    const response = await request.response();
    if ((await response?.text())?.includes(supabaseJs)) urls.push(request.url());
  }
  return urls;
}

const emails = () =>
  withSql(project.databaseUrl, (sql) => sql`select email from deckwright.signups order by email`);

test('the browser calls the function itself, with supabase-js fetched for it', async ({ page }) => {
  const requests = keepRequests(page);
  const response = await page.goto(server.url);
  // Before React the browser itself sends the form, to the server.
  await settled(page);
  expect(response?.headers()['content-security-policy']).toContain(
    `connect-src 'self' ${project.url};`,
  );
  await open(page);
  expect(await holders(requests)).toEqual([]);
  await page.keyboard.press('Escape');
  await signUp(page, 'Ada@Company.com');
  await expect(dialogOf(page).done).toBeVisible();
  await expect(dialogOf(page).toast).toContainText(signupTexts.success);
  expect(await holders(requests)).toHaveLength(1);
  const calls = requests.filter((request) => request.url().startsWith(project.url));
  expect(calls.map((request) => request.method())).toContain('POST');
  expect(calls.at(-1)?.headers()).toMatchObject({ apikey: keys.publishable });
  expect(requests.filter((request) => request.url().includes('/api/signup'))).toEqual([]);
  expect(await emails()).toEqual([{ email: 'ada@company.com' }]);
});

test('the function’s own words reach the form, and one client serves every attempt', async ({
  page,
  expected,
}) => {
  expected.push(/status of 403/);
  await page.route(`${project.url}/functions/**`, (route) =>
    route.fulfill({
      status: 403,
      headers: { 'Access-Control-Allow-Origin': server.url },
      json: { error: { code: 'bot_check_failed', message: signupErrors.bot_check_failed.message } },
    }),
  );
  await alive(page, server.url);
  const { alert, submit } = dialogOf(page);
  await signUp(page, 'bea@company.com');
  await expect(alert).toHaveText(signupErrors.bot_check_failed.message);
  await page.unroute(`${project.url}/functions/**`);
  await submit.click();
  await expect(dialogOf(page).done).toBeVisible();
});

test('a project out of reach is told in the words of its client', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/, /Same Origin Policy disallows/);
  await page.route(`${project.url}/**`, (route) => route.abort());
  await alive(page, server.url);
  await signUp(page, 'cleo@company.com');
  await expect(dialogOf(page).alert).toHaveText(signupErrors.upstream_fetch.message);
});

test('a session is kept under the project’s name, renewed, and spoken with', async ({ page }) => {
  const user = { id: 'ada', aud: 'authenticated' };
  const renewed = { token_type: 'bearer', expires_in: 3600, refresh_token: 'second', user };
  await page.route(`${project.url}/auth/v1/token**`, (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
      json: { ...renewed, access_token: 'header.payload.renewed' },
    }),
  );
  const requests = keepRequests(page);
  await alive(page, server.url);
  await page.evaluate(([name, session]) => localStorage.setItem(name, session), [
    storageKey,
    JSON.stringify({ ...renewed, access_token: 'a.b.old', refresh_token: 'first', expires_at: 1 }),
  ] as const);
  await signUp(page, 'dora@company.com');
  await expect(dialogOf(page).done).toBeVisible();
  const call = requests.findLast((request) => request.url().includes('/functions/v1/'));
  expect(call?.headers().authorization).toBe('Bearer header.payload.renewed');
  const kept = await page.evaluate((name) => localStorage.getItem(name), storageKey);
  expect(JSON.parse(kept ?? '{}')).toMatchObject({ refresh_token: 'second' });
});

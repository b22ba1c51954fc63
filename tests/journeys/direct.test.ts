import type { Request } from 'playwright/test';
import { signupTexts } from '../../shared/signup/outcomes.ts';
import { type Running, start } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { createCluster, withSql } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { alive, dialogOf, expect, open, type Page, send, test } from './fixtures.ts';

/** The project answers at 127.0.0.1, whose first label is that. */
const storageKey = 'sb-127-auth-token';

test.describe.configure({ mode: 'serial' });

let project: Awaited<ReturnType<typeof startSupabase>>;
let server: Running;

test.beforeAll(async () => {
  test.setTimeout(90_000);
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  project = await startSupabase(await createCluster(), 'direct', {
    NODE_ENV: 'test',
    SITE_ORIGIN: origin,
  });
  server = await start({
    NODE_ENV: 'test',
    PORT: port,
    SITE_ORIGIN: origin,
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_TRANSPORT: 'direct',
  });
});

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

const keepRequests = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
};

test('the browser calls the function itself, with supabase-js fetched for it', async ({ page }) => {
  const requests = keepRequests(page);
  const fetched = (part: string) => requests.filter((request) => request.url().includes(part));
  await alive(page, server.url);
  await open(page);
  expect(fetched('/assets/send-direct-')).toEqual([]);
  await send(page, 'Ada@Company.com');
  await expect(dialogOf(page).done).toBeVisible();
  await expect(dialogOf(page).toast).toContainText(signupTexts.success);
  expect(fetched('/assets/send-direct-')).toHaveLength(1);
  const call = fetched('/functions/v1/').find((request) => request.method() === 'POST');
  expect(call?.headers()).toMatchObject({ apikey: keys.publishable });
  expect(fetched('/api/signup')).toEqual([]);
  const saved = await withSql(
    project.databaseUrl,
    (sql) => sql`select email from deckwright.signups`,
  );
  expect([...saved]).toEqual([{ email: 'ada@company.com' }]);
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
  await open(page);
  await send(page);
  await expect(dialogOf(page).done).toBeVisible();
  const call = requests.findLast((request) => request.url().includes('/functions/v1/'));
  expect(call?.headers().authorization).toBe('Bearer header.payload.renewed');
  const kept = await page.evaluate((name) => localStorage.getItem(name), storageKey);
  expect(JSON.parse(kept ?? '{}')).toMatchObject({ refresh_token: 'second' });
});

import type { Request } from 'playwright/test';
import { signupTexts } from '../../shared/signup/texts.ts';
import { start } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { createCluster, query } from '../support/postgres.ts';
import { keys, startSupabase } from '../support/supabase.ts';
import { alive, dialogOf, expect, expectErrors, open, send, test } from './fixtures.ts';

test('with SIGNUP_TRANSPORT=direct the browser loads supabase-js and calls the function itself', {
  tag: '@release',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const PORT = String(await freePort());
  const site = { NODE_ENV: 'test', SITE_ORIGIN: `http://127.0.0.1:${PORT}` };
  const project = await startSupabase((await createCluster()).port, 'direct', site);
  const { url } = await start({
    ...site,
    PORT,
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SIGNUP_TRANSPORT: 'direct',
  });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const fetched = (part: string) => requests.filter((request) => request.url().includes(part));
  await page.clock.install();
  await alive(page, url);
  await open(page);
  expect(fetched('/assets/send-direct-')).toEqual([]);
  await send(page, 'Ada@Company.com');
  await expect(dialogOf(page).done).toBeVisible();
  await expect(dialogOf(page).toast).toContainText(signupTexts.success);
  expect(fetched('/assets/send-direct-')).toHaveLength(1);
  const call = fetched('/functions/v1/').find((request) => request.method() === 'POST');
  expect(call?.headers()).toMatchObject({ apikey: keys.publishable });
  expect(fetched('/api/signup')).toEqual([]);
  const saved = await query(project.databaseUrl, 'select email from deckwright.signups');
  expect(saved).toEqual([{ email: 'ada@company.com' }]);
  // A newer deployment has removed the script. The sign-up then goes through the server.
  expectErrors(page, /status of 404|blocked because of a disallowed MIME type/);
  await page.route('**/assets/send-direct-*.js', (route) => route.fulfill({ status: 404 }));
  await alive(page, url);
  await open(page);
  await send(page, 'grace@company.com');
  await expect(dialogOf(page).done).toBeVisible();
  expect(fetched('/api/signup')).toHaveLength(1);
});

import { alive, dialogOf, expect, expectErrors, open, settled, test } from './fixtures.ts';

test('with every setting that a page reads, the landing page, /upload and the 404 page hydrate', async ({
  page,
  start,
}) => {
  // The origin of the settings is not the server's, and Turnstile is out of reach.
  expectErrors(page, /status of 40[34]|Failed to load resource: net::/, /^404: /);
  const site = await start({
    SITE_ORIGIN: 'https://deckwright.example',
    CONTACT_EMAIL: 'us@company.example',
    INDEXING: 'off',
    SIGNUP_KEEP_UNTIL: '2027-12-31',
    TURNSTILE_SITE_KEY: 'key',
    TURNSTILE_SECRET_KEY: 'secret',
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'launch@deckwright.example',
  });
  for (const path of ['/upload', '/Upload', '/']) await alive(page, site + path);
  await open(page);
  await settled(page);
  await expect(dialogOf(page).dialog.getByText('until 31 December 2027')).toBeVisible();
});

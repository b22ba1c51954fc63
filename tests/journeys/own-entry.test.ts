import { addresseeOf, linksOf, type Mailbox } from '../../server/deliveries/testing/mailbox.ts';
import { entryPath } from '../../shared/paths.ts';
import { signupTexts } from '../../shared/signup/texts.ts';
import { site } from '../../shared/site.ts';
import { expect, expectErrors, open, type Page, send, settled, test } from './fixtures.ts';

// The site sends its mails to `mailbox`.
test.use({ baseURL: ({ mailing }, use) => use(mailing) });

/** Waits for the mail to an address. Returns the links in the mail, as paths of the site. */
async function readMail({ mails }: Mailbox, address: string) {
  const find = () => mails.find((mail) => addresseeOf(mail) === address);
  await expect.poll(find).toBeDefined();
  return linksOf(find() as (typeof mails)[number]);
}

/** Returns the subjects of the mails to an address. */
const subjectsTo = ({ mails }: Mailbox, address: string) =>
  mails.filter((mail) => addresseeOf(mail) === address).map(({ subject }) => subject);

/** Signs up without the page. */
const signUp = (page: Page, email: string) =>
  page.request.post('/api/signup', { form: { email, source: 'hero', website: '' } });

/** Returns the value of a fact in the list. */
const fact = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('+ dd');

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with a script' : 'without a script';
  test.describe(how, { tag: javaScriptEnabled ? [] : '@chromium' }, () => {
    test.use({ javaScriptEnabled });

    /** Opens a link, and waits for React. */
    const visit = async (page: Page, path: string) => {
      await page.goto(path);
      if (javaScriptEnabled) await settled(page);
    };
    const press = (page: Page, name: string) =>
      page.getByRole('main').getByRole('button', { name, exact: true }).click();
    const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

    test(`a prospect signs up, opens the mail, confirms, gets a mail with the entry at the next sign-up, and removes the entry ${how}`, async ({
      page,
      mailbox,
    }) => {
      // A link that has ended is answered with 410, which the browser reports.
      expectErrors(page, /410/);
      const email = javaScriptEnabled ? 'ada@company.com' : 'bob@company.com';
      if (javaScriptEnabled) {
        await page.clock.install();
        await open(page);
        await send(page, email);
        await expect(page.getByRole('dialog').getByText(email)).toBeVisible();
        await expect(page.getByRole('dialog').getByText(signupTexts.nextByMail)).toBeVisible();
        await page.clock.resume();
      } else {
        await page.goto('/');
        const form = page.locator('form[action="/api/signup"]');
        await form.getByLabel('Email').fill(email);
        await form.getByRole('button').click();
        await expect(page).toHaveURL('/early-access/joined-with-mail');
        await expect(page.getByText(signupTexts.nextByMail)).toBeVisible();
      }
      const { entry } = await readMail(mailbox, email);
      await visit(page, entry.slice(0, -1));
      await expect(heading(page, 'This link is cut off')).toBeVisible();
      for (const _ of [1, 2]) {
        await visit(page, entry);
        await expect(heading(page, 'Your entry, as we keep it')).toBeVisible();
        await expect(fact(page, 'Your address')).toHaveText(email);
        await expect(fact(page, 'Confirmed')).toHaveText('Not yet');
        await expect(fact(page, 'Your browser')).toHaveText(/Mozilla/);
        await expect(fact(page, 'Check against bots')).not.toBeEmpty();
      }
      await press(page, 'Confirm');
      await expect(heading(page, 'Your place is confirmed')).toBeVisible();
      await signUp(page, email);
      await expect
        .poll(() => subjectsTo(mailbox, email))
        .toContain(`Your entry on ${site.name}’s list`);
      await page.getByRole('link', { name: 'See your entry' }).click();
      if (javaScriptEnabled) {
        await expect(heading(page, 'Your entry, as we keep it')).toBeFocused();
      }
      await expect(fact(page, 'Confirmed')).toHaveText(/\d{4}$/);
      await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
      await press(page, 'Remove');
      await expect(heading(page, 'Your entry is removed')).toBeVisible();
      await visit(page, entry);
      await expect(heading(page, 'This link has ended')).toBeVisible();
    });
  });
}

test('an entry that cannot be sent stays on the page with the reason, and is sent again at the next press', async ({
  page,
  mailbox,
}) => {
  expectErrors(page, /503|Failed to load/);
  const email = 'away@company.com';
  await signUp(page, email);
  const { entry } = await readMail(mailbox, email);
  await page.goto(entry);
  await settled(page);
  const isPost = (url: URL) => url.pathname === entryPath && url.search === '';
  await page.route(isPost, (route) =>
    route.fulfill({ status: 503, json: { view: 'unavailable' } }),
  );
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alert')).toHaveText(signupTexts.unchanged);
  await expect(fact(page, 'Your address')).toHaveText(email);
  await page.unroute(isPost);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Your entry is removed' })).toBeFocused();
});

test('a button that is pressed twice sends its form once, and opening the page fetches the entry once', async ({
  page,
  mailbox,
}) => {
  const email = 'twice@company.com';
  await signUp(page, email);
  const { entry } = await readMail(mailbox, email);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === entryPath) asked.push(request.method());
  });
  await page.goto(entry);
  await settled(page);
  await page.getByRole('button', { name: 'Confirm' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByRole('heading', { name: 'Your place is confirmed' })).toBeVisible();
  await expect.poll(() => asked).toEqual(['GET', 'POST', 'GET']);
});

test('the page asks again after 1 s, 2 s and 4 s while the server cannot read the list', async ({
  page,
  mailbox,
}) => {
  expectErrors(page, /503|Failed to load/);
  const email = 'retried@company.com';
  await signUp(page, email);
  const { entry } = await readMail(mailbox, email);
  await page.clock.install();
  let asked = 0;
  await page.route(
    (url) => url.pathname === entryPath,
    (route) => {
      const { accept } = route.request().headers();
      const isQuery = route.request().method() === 'GET' && accept === 'application/json';
      if (!isQuery) return route.continue();
      asked += 1;
      return route.fulfill({ status: 503, json: { view: 'unavailable' } });
    },
  );
  await page.goto(entry);
  await settled(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'See your entry' }).click();
  for (const [index, ms] of [0, 1000, 2000, 4000].entries()) {
    await page.clock.fastForward(ms);
    // On a slow machine the page's own time has brought the next retry, too.
    await expect.poll(() => asked).toBeGreaterThan(index);
  }
  await expect.poll(() => asked).toBe(4);
  await expect(fact(page, 'Your address')).toHaveText(email);
});

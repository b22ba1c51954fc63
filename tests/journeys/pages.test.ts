import axe from 'axe-core';
import { pages } from '../../shared/pages.ts';
import { alive, answerSignups, dialogOf, expect, open, type Page, test, wait } from './fixtures.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const addresses = pages.map(({ path }) => path ?? '/nowhere/at-all');

const readable: Record<string, string[]> = {
  '/': [
    'Strategy decks',
    'Consulting-level decks in minutes',
    'Three steps',
    'The consultant',
    'Ex-cloud and finance-data engineering leaders',
    'Start your next deck',
    'Contact Us',
    'We typically respond within 24 hours during business days',
    '© 2025 Deckwright',
  ],
  '/upload': [
    'Upload Your Files',
    'Upload Flow Coming Next',
    'Upload PPTX template',
    'Back to Home',
  ],
  '/privacy': ['Privacy Policy', 'Coming Soon', 'No training on your docs'],
  '/terms': ['Terms of Service', 'Coming Soon', 'Acceptable use'],
  '/careers': ['Join Our Team', 'Openings are coming soon'],
  '/nowhere/at-all': ['Oops!', 'Page not found', 'Return to Home'],
};

for (const [path, texts] of Object.entries(readable)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: false });
    test(`${path} reads whole without JavaScript`, async ({ page, site, expected }) => {
      expected.push(/status of 404/);
      await page.goto(site + path);
      for (const text of texts) {
        await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
      }
      await expect(page.locator('h1')).toHaveCount(1);
    });
  });
}

for (const path of addresses) {
  test(`${path} comes to life without a complaint`, async ({ page, site, expected }) => {
    expected.push(/status of 404/, /^404: there is no page at/);
    await alive(page, site + path);
    await expect(page.locator('h1')).toHaveCount(1);
  });
}

test('the missing path is written to the console', async ({ page, site, expected }) => {
  expected.push(/status of 404/, /^404: there is no page at/);
  const written = page.waitForEvent('console', (message) =>
    message.text().includes('/nowhere/at-all'),
  );
  await page.goto(`${site}/nowhere/at-all`);
  await written;
});

test('/contact leads to the contact section, from the server and inside the page', async ({
  page,
  site,
}) => {
  const contact = page.getByRole('heading', { name: 'Contact Us' });
  await page.goto(`${site}/contact`);
  await expect(page).toHaveURL(`${site}/#contact`);
  await expect(contact).toBeInViewport();
  await alive(page, `${site}/privacy`);
  // As a link to it would; none of ours is. The document stays, so no server is asked.
  await page.evaluate(() => {
    history.pushState(null, '', '/contact');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect(page).toHaveURL(`${site}/#contact`);
  await expect(contact).toBeInViewport();
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    test.use({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const path of Object.keys(readable).concat(
      '/early-access/joined',
      '/early-access/too-fast',
    )) {
      test(`axe finds nothing on ${path}`, async ({ page, site, expected }) => {
        expected.push(/status of 404/, /^404: there is no page at/);
        for (const width of [1440, 820, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await alive(page, site + path);
          expect(await violations(page)).toEqual([]);
        }
      });
    }

    test('axe finds nothing on the dialog’s states and the menu', async ({
      page,
      site,
      expected,
    }) => {
      expected.push(/status of 500/);
      const { email, submit, alert, done } = dialogOf(page);
      await page.goto(site);
      await open(page);
      expect(await violations(page)).toEqual([]);
      await answerSignups(page, { status: 500, body: { error: { message: 'No.' } } });
      await email.fill('ada@company.com');
      await page.evaluate(() => {
        const dialog = document.querySelector('dialog');
        if (dialog) dialog.dataset.openedAt = '-5000';
      });
      await submit.click();
      await expect(alert).toHaveText('No.');
      expect(await violations(page)).toEqual([]);
      await page.unroute('**/api/signup');
      await submit.click();
      await expect(done).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await done.click();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Menu' }).click();
      expect(await violations(page)).toEqual([]);
    });
  });
}

/** What axe objects to, whatever its impact: rule and elements. */
async function violations(page: Page) {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  });
}

test('the mobile menu opens, and closes by link, button, Escape and toggle', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site);
  const toggle = page.getByRole('button', { name: 'Menu' });
  const menu = page.locator('#menu');
  const closings = [
    () => toggle.click(),
    () => page.keyboard.press('Escape'),
    () => menu.getByRole('link', { name: 'Founders' }).click(),
    () => menu.getByRole('button', { name: 'Get Early Access' }).click(),
  ];
  for (const close of closings) {
    await expect(menu).toBeHidden();
    await toggle.click();
    await expect(menu).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await close();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  }
  await expect(menu).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a press before React is here opens the dialog, and no letter is lost', async ({
  page,
  site,
}) => {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/{app,live}-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(site);
  await open(page, 'cta');
  const { email, submit, done } = dialogOf(page);
  await page.keyboard.type('ada@comp');
  await expect(submit).toBeDisabled();
  release();
  await expect(submit).toBeEnabled();
  await expect(email).toBeFocused();
  await page.keyboard.type('any.com');
  await expect(email).toHaveValue('ada@company.com');
  await wait(page);
  const request = page.waitForRequest('**/api/signup');
  await page.keyboard.press('Enter');
  await expect(done).toBeVisible();
  expect((await request).postDataJSON()).toMatchObject({ email: 'ada@company.com', source: 'cta' });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a plain form signs up and lands on a page that says how it went', async ({
    page,
    site,
  }) => {
    await page.goto(site);
    const form = page.locator('.plain-form');
    await form.getByLabel('Email').fill('plain@company.com');
    await form.getByRole('button', { name: 'Get Early Access' }).click();
    await expect(page).toHaveURL(`${site}/early-access/joined`);
    await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible();
  });

  test('a plain form that fails says why and offers itself again', async ({ page, site }) => {
    await page.goto(site);
    const form = page.locator('.plain-form');
    await form.getByLabel('Email').fill('plain@company');
    await form.getByRole('button', { name: 'Get Early Access' }).click();
    await expect(page).toHaveURL(`${site}/early-access/invalid-email`);
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address.');
    await expect(page.locator('.plain-form')).toBeVisible();
  });
});

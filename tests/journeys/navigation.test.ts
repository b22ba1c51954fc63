import { site } from '../../shared/site.ts';
import { alive, expect, expectErrors, holdBack, type Page, settled, test } from './fixtures.ts';

// With motion, which the other journeys reduce.
test.use({ contextOptions: {} });

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Clicks a link of the footer. */
const follow = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name }).click();

/** Returns the distance of an element from the top of the window, in pixels. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Scrolls to a position in pixels and waits for the next frame. */
const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate(
    (top) =>
      new Promise((seen) => {
        addEventListener('scroll', () => requestAnimationFrame(() => seen()), { once: true });
        window.scrollTo({ top, behavior: 'instant' });
      }),
    top,
  );

const expectScrolled = (page: Page, to: number) =>
  expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(to);

test('each link to a section on another page leads to it, below the bar, and focuses its title', async ({
  page,
}) => {
  await alive(page, '/privacy');
  for (const [label, section] of [
    ['How It Works', '#how-it-works'],
    ['Founders', '#founders'],
    ['Contact', '#contact'],
  ] as const) {
    await follow(page, label);
    await expect(page.locator(`${section}-title`)).toBeFocused();
    await expect(page.locator(`${section}-title`)).toBeInViewport();
    const bar = await page.locator('header.nav').evaluate((element) => element.clientHeight);
    expect(await topOf(page, section)).toBeGreaterThanOrEqual(bar);
    await expect(page.locator(`${section} [data-reveal]`)).toHaveCSS('opacity', '1');
    await follow(page, 'Privacy');
    await expect(heading(page, 'Privacy Policy')).toBeFocused();
  }
});

test('a link to a section works before React arrives', async ({ page }) => {
  await page.route('**/assets/site-*.js', () => {});
  await page.goto('/');
  await page.locator('header.nav').getByRole('link', { name: 'Founders' }).click();
  await expect(page).toHaveURL('/#founders');
  await expect(page.locator('#founders-title')).toBeInViewport();
});

/** What the router logs if the anchor of an address cannot be decoded. */
const undecodable = /is not a decodable element ID/;

test('an address with a broken escape after the # shows its page', { tag: '@release' }, async ({
  page,
}) => {
  expectErrors(page, undecodable);
  // With `manual` the router looks for the anchor at once, not only when the visitor comes back.
  await page.addInitScript(() => {
    history.scrollRestoration = 'manual';
  });
  await alive(page, '/#100%');
  await expect(page.locator('#hero-title')).toBeVisible();
  await follow(page, 'Careers');
  await expect(heading(page, 'Join Our Team')).toBeFocused();
  await page.goBack();
  await expect(page.locator('#hero-title')).toBeFocused();
});

test('a broken escape that the visitor types after the # does not break the next navigations', {
  tag: '@release',
}, async ({ page }) => {
  expectErrors(page, undecodable);
  // Without a stored scroll position the router looks for the anchor. The empty page of a new window has no storage.
  await page.addInitScript(() => origin !== 'null' && sessionStorage.clear());
  await alive(page);
  await follow(page, 'Privacy');
  await expect(heading(page, 'Privacy Policy')).toBeFocused();
  await page.reload();
  await settled(page);
  await page.evaluate(() => {
    location.hash = '#100%';
  });
  await follow(page, 'Careers');
  await expect(heading(page, 'Join Our Team')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Privacy Policy')).toBeFocused();
});

test.describe('after a visitor has followed a link from half-way down', () => {
  test.beforeEach(async ({ page }) => {
    await alive(page);
    await scrollTo(page, 1500);
    // A click by script does not scroll to the link.
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('body footer a[href="/terms"]')?.click(),
    );
    await expect(heading(page, 'Terms of Service')).toBeFocused();
  });

  test('the new page starts at its top, has the focus on its heading, and is announced', async ({
    page,
  }) => {
    await expect(page.getByRole('status').filter({ hasText: 'Terms of Service' })).toBeAttached();
    await expect(page).toHaveTitle(`Terms of Service | ${site.name}`);
    await expectScrolled(page, 0);
  });

  test('back and forward restore the scroll position, also after a reload', async ({ page }) => {
    await page.goBack();
    await expectScrolled(page, 1500);
    await page.goForward();
    await expectScrolled(page, 0);
    await page.reload();
    await settled(page);
    await page.goBack();
    await expectScrolled(page, 1500);
  });

  test('going back before React arrives restores the scroll position', async ({ page }) => {
    const release = await holdBack(page, /assets.(?!boot).*js$/);
    await page.reload();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL('/');
    release();
    await expect(page.locator('#hero-title')).toBeVisible();
    await expectScrolled(page, 1500);
  });
});

test('an address with an anchor leads to the section, and a reload restores the scroll position', async ({
  page,
}) => {
  for (const [width, top] of [
    [1280, 2500],
    [390, 700],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('about:blank');
    await alive(page, '/#contact');
    await expect(page.locator('#contact-title')).toBeInViewport();
    expect(await topOf(page, '#contact')).toBeLessThan(120);
    await scrollTo(page, top);
    await page.reload();
    await settled(page);
    await expectScrolled(page, top);
  }
});

test('going forward to a page whose script is not loaded yet restores its scroll position', {
  tag: '@release',
}, async ({ page }) => {
  await alive(page);
  await follow(page, 'Terms');
  await expect(heading(page, 'Terms of Service')).toBeFocused();
  await scrollTo(page, 200);
  await page.goBack();
  await page.reload();
  await settled(page);
  // The old page may still scroll after the history has moved on.
  await page.evaluate(() =>
    addEventListener('popstate', () => dispatchEvent(new Event('scroll')), { once: true }),
  );
  await page.goForward();
  await expect(heading(page, 'Terms of Service')).toBeFocused();
  await expect(page).toHaveTitle(`Terms of Service | ${site.name}`);
  await expectScrolled(page, 200);
});

test.describe('if the script of a page does not arrive', { tag: '@chromium' }, () => {
  test('because a newer deployment removed it, the browser opens the page', async ({ page }) => {
    expectErrors(page, /Failed to (load|fetch)/);
    // A machine without a network reports to be offline, although it reaches itself.
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }));
    await page.route('**/assets/careers-*.js', (route) => route.fulfill({ status: 404 }));
    await alive(page);
    await follow(page, 'Careers');
    await expect(page).toHaveURL('/careers');
    await expect(heading(page, 'Join Our Team')).toBeVisible();
  });

  test('because the browser is offline, the failure page leads back to the landing page, and the page opens once there is a network', async ({
    page,
  }) => {
    expectErrors(page, /Failed to (load|fetch)/, /ERR_/);
    await alive(page);
    await page.context().setOffline(true);
    await follow(page, 'Careers');
    await expect(heading(page, 'Unexpected Application Error!')).toBeVisible();
    await expect(page).toHaveTitle(`Unexpected Application Error! | ${site.name}`);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.locator('#hero-title')).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(`^${site.name}: `));
    // The router alone would show the failure again.
    await page.context().setOffline(false);
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }));
    await follow(page, 'Careers');
    await expect(heading(page, 'Join Our Team')).toBeVisible();
  });
});

test('a click on a link within the page scrolls smoothly, and Tab does not', async ({ page }) => {
  await alive(page);
  const html = page.locator('html');
  await expect(html).toHaveCSS('scroll-behavior', 'auto');
  await page.evaluate(() => {
    document.addEventListener('scroll', () => {
      document.body.dataset.scrolled = getComputedStyle(document.documentElement).scrollBehavior;
    });
  });
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
  await expect(page.locator('body')).toHaveAttribute('data-scrolled', 'smooth');
  await page.keyboard.press('Tab');
  await expect(html).toHaveCSS('scroll-behavior', 'auto');
});

test('the skip link moves the focus past the bar', async ({ page }) => {
  await alive(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-source=hero]')).toBeFocused();
});

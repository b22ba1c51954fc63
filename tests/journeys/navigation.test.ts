import { alive, expect, holdBack, type Page, settled, test } from './fixtures.ts';

const footer = (page: Page) => page.getByRole('contentinfo');

/** Where an element’s top is, in pixels from the window’s. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Scrolls as a reader does, who sees it before the next click. @param top in pixels. */
const scrollTo = (page: Page, top: number): Promise<void> =>
  page.evaluate(
    (top) =>
      new Promise((seen) => {
        addEventListener('scroll', () => requestAnimationFrame(() => seen()), { once: true });
        window.scrollTo({ top, behavior: 'instant' });
      }),
    top,
  );

test('each section is reached from another page, under the bar, with the focus', async ({
  page,
  site,
}) => {
  for (const [label, section] of [
    ['How It Works', '#how-it-works'],
    ['Founders', '#founders'],
    ['Contact', '#contact'],
  ] as const) {
    await alive(page, `${site}/privacy`);
    await footer(page).getByRole('link', { name: label }).click();
    await expect(page.locator(`${section}-title`)).toBeFocused();
    await expect(page.locator(`${section}-title`)).toBeInViewport();
    const bar = await page.locator('header.nav').evaluate((element) => element.clientHeight);
    expect(await topOf(page, section)).toBeGreaterThanOrEqual(bar);
    await expect(page.locator(`${section} [data-reveal]`)).toHaveCSS('opacity', '1');
  }
});

test('a hash link works before React is here, and without it', async ({ page, site }) => {
  await page.route('**/assets/site-*.js', () => {});
  await page.goto(site);
  await page.locator('header.nav').getByRole('link', { name: 'Founders' }).click();
  await expect(page).toHaveURL(`${site}/#founders`);
  await expect(page.locator('#founders-title')).toBeInViewport();
});

test('an address with a broken escape after its # shows its page', async ({ page, site }) => {
  await alive(page, `${site}/#100%`);
  await expect(page.locator('#hero-title')).toBeVisible();
  await footer(page).getByRole('link', { name: 'Careers' }).click();
  await expect(page.getByRole('heading', { name: 'Join Our Team' })).toBeFocused();
  await page.goBack();
  await expect(page.locator('#hero-title')).toBeFocused();
});

test('a new page begins at its top, focuses its heading and names it', async ({ page, site }) => {
  await alive(page, site);
  await footer(page).getByRole('link', { name: 'Careers' }).click();
  const heading = page.getByRole('heading', { name: 'Join Our Team' });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Join Our Team' })).toBeAttached();
  await expect(page).toHaveTitle('Join Our Team | Deckwright');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Reads the landing page as far as 1500 pixels, then goes on to the terms without scrolling to their link. */
async function goFromHalfWayToTerms(page: Page, site: string): Promise<void> {
  await alive(page, site);
  await scrollTo(page, 1500);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('body footer a[href="/terms"]')?.click(),
  );
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeFocused();
}

test('back and forward restore where the reader was, after a reload too', async ({
  page,
  site,
}) => {
  await goFromHalfWayToTerms(page, site);
  await page.goBack();
  await expect(page.locator('#hero-title')).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await settled(page);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
});

test('going back before the page has come to life shows the page gone back to, where its reader was', async ({
  page,
  site,
}) => {
  await goFromHalfWayToTerms(page, site);
  const release = await holdBack(page, /assets.(?!boot).*js$/);
  await page.reload();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${site}/`);
  release();
  await expect(page.locator('#hero-title')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
});

test('an address with an anchor leads to it, and a reload leaves readers where they were', async ({
  page,
  site,
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('about:blank');
    await alive(page, `${site}/#contact`);
    await expect(page.locator('#contact-title')).toBeInViewport();
    expect(await topOf(page, '#contact')).toBeLessThan(120);
    for (const top of [2500, 700]) {
      await scrollTo(page, top);
      await page.reload();
      await settled(page);
      await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
    }
  }
});

test('going forward to a page whose script is still to come restores place, focus and title', async ({
  page,
  site,
}) => {
  await alive(page, site);
  await footer(page).getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeFocused();
  await scrollTo(page, 200);
  await page.goBack();
  await page.reload();
  await settled(page);
  // The page that is left may still scroll when the history is ahead already.
  await page.evaluate(() =>
    addEventListener('popstate', () => dispatchEvent(new Event('scroll')), { once: true }),
  );
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeFocused();
  await expect(page).toHaveTitle('Terms of Service | Deckwright');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
});

test('a page whose script a newer deployment took away is opened by the browser itself', {
  tag: '@chromium',
}, async ({ page, site, expected }) => {
  expected.push(/Failed to (load|fetch)/);
  // A machine without a network counts as offline, though it reaches itself.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: true }));
  await page.route('**/assets/careers-*.js', (route) => route.fulfill({ status: 404 }));
  await alive(page, site);
  await footer(page).getByRole('link', { name: 'Careers' }).click();
  await expect(page).toHaveURL(`${site}/careers`);
  await expect(page.getByRole('heading', { name: 'Join Our Team' })).toBeVisible();
});

test('a page that failed does not stand in the way of the next one', { tag: '@chromium' }, async ({
  page,
  site,
  expected,
}) => {
  expected.push(/Failed to (load|fetch)/, /ERR_/);
  await alive(page, site);
  await page.context().setOffline(true);
  await footer(page).getByRole('link', { name: 'Careers' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page).toHaveTitle('Unexpected Application Error! | Deckwright');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.locator('#hero-title')).toBeFocused();
  await expect(page).toHaveTitle(/^Deckwright: /);
});

test('a press on a link within the page scrolls smoothly, Tab and going back do not', async ({
  page,
  site,
}) => {
  await alive(page, site);
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
  // Firefox reports no navigation to `page.goBack` here.
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${site}/`);
  await expect(html).toHaveCSS('scroll-behavior', 'auto');
});

test('the skip link leads past the bar', async ({ page, site }) => {
  await alive(page, site);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('button[data-source=hero]')).toBeFocused();
});

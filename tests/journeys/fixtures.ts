import {
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
} from 'playwright/test';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';
import { signupLimits } from '../../shared/signup/contract.ts';
import { startReady } from '../support/built-server.ts';
import { startSiteverify } from '../support/siteverify.ts';

export { expect, type Page } from 'playwright/test';

interface Sites {
  /** The built site on the embedded database, without a bot check. */
  site: string;
  /** The same with a bot check. */
  guarded: string;
}

interface Watched {
  /** Console errors that this test brings about on purpose. */
  expected: RegExp[];
}

async function withServer(
  environment: Record<string, string>,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const folder = createTemporaryFolder();
  const server = await startReady(folder.path, { NODE_ENV: 'test', ...environment });
  await use(server.url);
  await server.stop();
  folder.remove();
}

/** Every journey fails on a console error, a refused resource or an uncaught exception. */
export const test = base.extend<Watched, Sites>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs
  site: [({}, use) => withServer({}, use), { scope: 'worker' }],
  guarded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs
    async ({}, use) => {
      const { url, close } = await startSiteverify('localhost');
      await withServer(
        {
          TURNSTILE_SITE_KEY: 'site-key-of-the-test',
          TURNSTILE_SECRET_KEY: 'secret-of-the-test',
          TURNSTILE_VERIFY_URL: url,
        },
        use,
      );
      await close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs
  expected: async ({}, use) => use([]),
  page: async ({ page, expected }, use) => {
    const complaints: string[] = [];
    const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (!isExpected(message.text())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      if (!isExpected(error.message)) complaints.push(`exception: ${error.message}`);
    });
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** The dialog and what stands in it, by what a reader hears. */
export const dialogOf = (page: Page) => {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    submit: dialog.getByRole('button', { name: /Get Early Access|Joining/ }),
    done: dialog.getByRole('button', { name: 'Got it' }),
    alert: dialog.getByRole('alert'),
    toast: page.locator('[data-sonner-toast]'),
  };
};

/** Waits until React has taken the page over, as far as its last element. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const announcement = document.querySelector('#root > [role=status]') ?? {};
    return Object.keys(announcement).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Opens a page, and waits until React has taken it over. */
export async function alive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

/** Keeps back what is asked for at such addresses. @returns what lets it come. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Waits for two frames: what happened before the first is painted by the second. @returns the page’s own time. */
export const painted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now();
  });

/** How far the page has moved by itself since that time, as Chromium counts layout shifts. */
export async function movedSince(page: Page, time: number): Promise<number> {
  await page.evaluate(() => {
    const entries: PerformanceEntry[] = [];
    Object.assign(window, { entries });
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
  });
  await painted(page);
  return page.evaluate((from) => {
    const { entries } = window as never as { entries: { startTime: number; value: number }[] };
    const since = entries.filter(({ startTime }) => startTime >= from);
    return since.reduce((sum, { value }) => sum + value, 0);
  }, time);
}

/** One of the three buttons that open the dialog. */
export const opener = (page: Page, source: 'nav' | 'hero' | 'cta' = 'hero') =>
  page.locator(`button[data-source=${source}]`).filter({ visible: true }).first();

/** Presses it. */
export async function open(page: Page, source?: Parameters<typeof opener>[1]): Promise<void> {
  await opener(page, source).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Lets the page’s own clock pass the shortest time that a form may take. */
export const wait = (page: Page, ms: number = signupLimits.minimumFillTimeMs) =>
  page.clock.fastForward(ms);

/** Answers the page’s sign-ups in the server’s place, and keeps what was sent. */
export async function answerSignups(
  page: Page,
  answer: { status?: number; body?: unknown; abort?: boolean },
): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/signup', (route) => {
    sent.push(route.request().postDataJSON());
    if (answer.abort) return route.abort();
    return route.fulfill({
      status: answer.status ?? 200,
      contentType: 'application/json',
      body: JSON.stringify(answer.body ?? {}),
    });
  });
  return sent;
}

/** What a request says; WebDriver BiDi cannot read it, so in Firefox nothing is compared. */
export async function expectSent(
  request: Promise<Request>,
  expected: Record<string, unknown>,
): Promise<void> {
  const sent = await request;
  const engine = sent.frame().page().context().browser()?.browserType().name();
  if (engine !== 'firefox') expect(sent.postDataJSON()).toMatchObject(expected);
}

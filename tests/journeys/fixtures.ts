import { test as base, expect, type Page, type Request } from 'playwright/test';
import { type Mailbox, startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { signupLimits, type sources } from '../../shared/signup/contract.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { endAll } from '../../shared/testing/at-end.ts';
import { type Start, startOn, startSite } from './backends.ts';

export { expect, type Page } from 'playwright/test';

/** What a project of playwright.config.ts may choose. */
export interface Options {
  /** The backend of the site in the journeys of an own entry. All other journeys use SQLite. */
  backend: keyof typeof startOn;
}

/**
 * What a worker starts when its first journey needs it. A file with such parts of its own would begin with a new worker
 * and a new browser.
 */
interface Started {
  start: Start;
  /** The site without a bot check. */
  site: string;
  /** A site that counts the openings of the dialog. Few journeys use it, because a visitor is counted 20 times in an hour. */
  counting: string;
  /** The site with a bot check. */
  guarded: string;
  /** The SMTP server to which `mailing` sends. */
  mailbox: Mailbox;
  /** The site with mails, on the backend of the project. */
  mailing: string;
}

const metricsToken = 'token-of-the-journeys';

/** Returns how many openings of the dialog the server has counted for a source. */
export async function openings(page: Page, source: string): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` };
  const metrics = await (await page.request.get('/metrics', { headers })).text();
  return Number(metrics.split(`dialog_opened_total{source="${source}"} `)[1]?.split('\n')[0]);
}

const expected = new WeakMap<Page, RegExp[]>();

/** Allows console messages that a test causes on purpose. */
export const expectErrors = (page: Page, ...patterns: RegExp[]) => expected.set(page, patterns);

/**
 * Journeys run against the built site, by default against `site`. A journey fails on a console error or warning, a
 * blocked resource or an uncaught exception.
 */
export const test = base.extend<object, Options & Started>({
  backend: ['sqlite', { scope: 'worker', option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs
  start: [({}, use) => use(startSite).then(endAll), { scope: 'worker', auto: true }],
  site: [({ start }, use) => start({}).then(use), { scope: 'worker' }],
  counting: [
    ({ start }, use) => start({ METRICS_TOKEN: metricsToken }).then(use),
    { scope: 'worker' },
  ],
  guarded: [
    async ({ start }, use) => {
      const { url } = await startSiteverify('localhost');
      const keys = { TURNSTILE_SITE_KEY: 'key', TURNSTILE_SECRET_KEY: 'secret' };
      await use(await start({ ...keys, TURNSTILE_VERIFY_URL: url }));
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures a fixture needs
  mailbox: [({}, use) => startMailbox().then(use), { scope: 'worker' }],
  mailing: [
    async ({ backend, mailbox }, use) => {
      const mail = { MAIL_URL: mailbox.url, MAIL_FROM: 'launch@deckwright.example' };
      const limits = { MAIL_PER_MINUTE: '1000', SIGNUP_LIMIT_PER_VISITOR_HOUR: '1000' };
      await use(await startOn[backend]({ ...mail, ...limits }));
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site),
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    const complain = (text: string) => {
      if (!expected.get(page)?.some((pattern) => pattern.test(text))) complaints.push(text);
    };
    page.on('console', (message) => {
      if (/error|warning/.test(message.type())) complain(message.text());
    });
    page.on('pageerror', ({ message }) => complain(message));
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** A journey against `counting`. */
export const countingTest = test.extend({ baseURL: ({ counting }, use) => use(counting) });

/** Returns the dialog and its parts, found by their accessible names. */
export const dialogOf = (page: Page) => {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    submit: dialog.getByRole('button', { name: /Get Early Access|Joining/ }),
    done: dialog.getByRole('button', { name: 'Got it' }),
    error: dialog.getByRole('alert').locator('#early-access-error'),
    toast: page.locator('[data-sonner-toast]'),
  };
};

/** Returns the words of the notice in the dialog. */
export const noticeOf = async (page: Page): Promise<string> =>
  (await dialogOf(page).dialog.getByText('keeps this address').textContent()) ?? '';

/** Waits until React has taken the page over. React marks its elements earlier, while it still hydrates the page. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = Object.entries(document.getElementById('root') ?? {});
    const [, container] = root.find(([key]) => key.startsWith('__reactContainer')) ?? [];
    return container?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

/** Opens a page and waits until React has hydrated it. */
export async function alive(page: Page, address = '/'): Promise<void> {
  await page.goto(address);
  await settled(page);
}

/** Navigates within the page, as a link would. Not every page has a link to every other page. */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Holds back the requests for some addresses. Resolves with a function that lets them continue. */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Waits for two frames, so that everything before is painted. Resolves with the page's `performance.now()`. */
export const painted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now();
  });

/** Returns the sum of the layout shifts since a time, as Chromium measures them. */
export async function movedSince(page: Page, time: number): Promise<number> {
  await painted(page);
  return page.evaluate((from) => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
    const since = shifts.filter(({ startTime }) => startTime >= from);
    return since.reduce((sum, { value }) => sum + value, 0);
  }, time);
}

/** Returns a visible button that opens the dialog. */
export const opener = (page: Page, source: (typeof sources)[number] = 'hero') =>
  page.locator(`[data-source=${source}]`).filter({ visible: true }).first();

/** Opens the dialog by a button. Loads the landing page first if no page is open. */
export async function open(page: Page, source?: Parameters<typeof opener>[1]): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/');
  await opener(page, source).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Lets Chromium treat the field of the dialog as filled in by the browser. */
export async function forceAutofill(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const selector = 'dialog [type=email]';
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
}

/** Moves the page's clock forward, by default by the minimum fill time. */
export const wait = (page: Page, ms: number = signupLimits.minimumFillTimeMs) =>
  page.clock.fastForward(ms);

/** Fills in an address and submits the form after the minimum fill time. */
export async function send(page: Page, address = 'ada@company.com'): Promise<void> {
  const { email, submit } = dialogOf(page);
  // Before React arrives the browser would send the form itself.
  await settled(page);
  await email.fill(address);
  await wait(page);
  await submit.click();
}

/** Answers the page's sign-ups in place of the server. */
export const answerSignups = (page: Page, status: number, json: unknown) =>
  page.route('**/api/signup', (route) => route.fulfill({ status, json }));

/** Compares the body of a request. WebDriver BiDi cannot read bodies, so that nothing is compared in Firefox. */
export async function expectSent(
  request: Promise<Request>,
  expected: Record<string, unknown>,
): Promise<void> {
  const sent = await request;
  if (test.info().project.name !== 'firefox') expect(sent.postDataJSON()).toMatchObject(expected);
}

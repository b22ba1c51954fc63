import { botCheckTiming, signupErrors } from '../../shared/signup/contract.ts';
import { alive, dialogOf, expect, open, type Page, test, wait } from './fixtures.ts';

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js*';

/** A stand-in for Turnstile’s script, whose tokens the test hands out by `passCheck`. */
const script = (render: string) => `
  window.checks = { rendered: 0, resets: 0, removed: 0, tokens: 0 };
  window.turnstile = {
    render(container, options) { window.checks.rendered += 1; window.check = options; ${render} return 'widget'; },
    reset() { window.checks.resets += 1; },
    remove() { window.checks.removed += 1; },
  };
`;

declare global {
  interface Window {
    check: Record<string, (token?: string) => void>;
    checks: { rendered: number; resets: number; removed: number };
  }
}

const answerScript = (page: Page, body: string) =>
  page.route(scriptUrl, (route) => route.fulfill({ contentType: 'text/javascript', body }));

/** Has the stand-in there from the start, so that a slow machine never brings about the fallback. */
async function serve(page: Page, render = ''): Promise<void> {
  await page.addInitScript(script(render));
  await answerScript(page, '');
}

/** Says on the widget’s behalf what Turnstile’s script would, once the page has rendered it. */
async function report(page: Page, callback: string, token?: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.check !== undefined)).toBe(true);
  await page.evaluate(([name, given]) => window.check[name]?.(given), [callback, token] as const);
}

const passCheck = (page: Page, token: string) => report(page, 'callback', token);

const token = () => `good-${Math.random()}`;

async function begin(page: Page, url: string): Promise<void> {
  await page.clock.install();
  await page.goto(url);
  await open(page);
  await dialogOf(page).email.fill('ada@company.com');
  await wait(page);
}

test('no third party is asked for anything before the dialog is opened', async ({
  page,
  guarded,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await serve(page);
  await alive(page, guarded);
  expect(asked.filter((url) => !url.startsWith(guarded))).toEqual([]);
  await open(page);
  await expect
    .poll(() => asked)
    .toContain('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');
});

test('the button waits for the check, and its token goes with the sign-up', async ({
  page,
  guarded,
}) => {
  await serve(page);
  await begin(page, guarded);
  const { dialog, submit, done } = dialogOf(page);
  await expect(dialog.getByText('Checking you are human')).toBeVisible();
  await expect(submit).toBeDisabled();
  await passCheck(page, token());
  await expect(dialog.getByText('Check passed')).toBeVisible();
  const request = page.waitForRequest('**/api/signup');
  await submit.click();
  await expect(done).toBeVisible();
  expect((await request).postDataJSON().turnstileToken).toMatch(/^good-/);
});

test('a token that expires closes the button again', async ({ page, guarded }) => {
  await serve(page);
  await begin(page, guarded);
  const { submit } = dialogOf(page);
  await passCheck(page, token());
  await expect(submit).toBeEnabled();
  await report(page, 'expired-callback');
  await expect(submit).toBeDisabled();
});

test('a check that the visitor has to take part in is shown', async ({ page, guarded }) => {
  await serve(page, 'container.innerHTML = "<p>Tick me</p>";');
  await begin(page, guarded);
  const { dialog, submit } = dialogOf(page);
  await report(page, 'before-interactive-callback');
  await expect(dialog.getByText('Tick me')).toBeVisible();
  await expect(dialog.getByText('Checking you are human')).toBeHidden();
  await passCheck(page, token());
  await expect(submit).toBeEnabled();
});

test('a refused token is told, and the widget asked for another', async ({
  page,
  guarded,
  expected,
}) => {
  expected.push(/status of 403/);
  await serve(page);
  await begin(page, guarded);
  const { submit, alert, done } = dialogOf(page);
  await passCheck(page, 'bad');
  await submit.click();
  await expect(alert).toHaveText(signupErrors.bot_check_failed.message);
  await expect(submit).toBeDisabled();
  expect(await page.evaluate(() => window.checks.resets)).toBe(1);
  await passCheck(page, token());
  await submit.click();
  await expect(done).toBeVisible();
});

test('the widget of one opening is gone in the next, which has one of its own', async ({
  page,
  guarded,
}) => {
  await serve(page);
  await begin(page, guarded);
  const { dialog, submit, done } = dialogOf(page);
  await passCheck(page, token());
  await submit.click();
  await done.click();
  await expect(dialog).toBeHidden();
  await open(page);
  await dialogOf(page).email.fill('ada@company.com');
  await expect(submit).toBeDisabled();
  expect(await page.evaluate(() => window.checks)).toMatchObject({ rendered: 2, removed: 1 });
});

test('a script that comes late, but in time, is used', async ({ page, guarded }) => {
  let serveNow: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    serveNow = resolve;
  });
  await page.route(scriptUrl, async (route) => {
    await asked;
    await route.fulfill({ contentType: 'text/javascript', body: script('') });
  });
  await page.clock.install();
  await page.goto(guarded);
  await open(page);
  const { dialog, submit, email } = dialogOf(page);
  await email.fill('ada@company.com');
  await expect(dialog.getByText('Checking you are human')).toBeVisible();
  serveNow();
  await expect.poll(() => page.evaluate(() => window.checks?.rendered)).toBe(1);
  await expect(submit).toBeDisabled();
  await passCheck(page, token());
  await expect(submit).toBeEnabled();
});

const failures: [string, (page: Page) => Promise<unknown>, RegExp][] = [
  ['a script that never comes', (page) => page.route(scriptUrl, () => {}), /^$/],
  [
    'a script that is blocked',
    (page) => page.route(scriptUrl, (route) => route.abort()),
    /Failed to load/,
  ],
  ['a widget that throws', (page) => serve(page, 'throw new Error("no widget");'), /^$/],
];
for (const [name, arrange, complaint] of failures) {
  test(`${name} lets the form go on without a token`, async ({ page, guarded, expected }) => {
    expected.push(complaint);
    await arrange(page);
    await begin(page, guarded);
    const { dialog, submit, done } = dialogOf(page);
    await wait(page, botCheckTiming.fallbackMs);
    await expect(submit).toBeEnabled();
    await expect(dialog.getByText('Bot check')).toBeHidden();
    const request = page.waitForRequest('**/api/signup');
    await submit.click();
    await expect(done).toBeVisible();
    expect((await request).postDataJSON().turnstileToken).toBeNull();
  });
}

test('a check that fails on Cloudflare’s side lets the form go on without a token', async ({
  page,
  guarded,
}) => {
  await serve(page);
  await begin(page, guarded);
  await report(page, 'error-callback');
  await expect(dialogOf(page).submit).toBeEnabled();
});

/**
 * `npm run shots [-- -g 'part of a name']` photographs the built site, to be looked at beside the design: into
 * `shots/<state>-<width>-<theme>.png`, and what is printed into a PDF.
 */
import { join } from 'node:path';
import {
  alive,
  answerSignups,
  dialogOf,
  expectErrors,
  open,
  type Page,
  send,
  test,
} from '../journeys/fixtures.ts';

const folder = join(import.meta.dirname, '../../shots');

/** Width and height of the window, in pixels. */
const windows = ['320x640', '390x844', '820x1180', '1024x900', '1366x657', '1440x900', '2560x1440'];
const themes = {
  light: {},
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active' },
} as const;

interface State {
  /** Of a page that is shown as a whole; else the window shows the landing page. */
  path?: string;
  /** Widths in pixels, where it does not look alike at all of them. */
  widths?: number[];
  act?(page: Page): Promise<unknown>;
}

/** Whose sign-up the design shows. */
const prospect = 'lead@company.com';

/** The dialog after its form was sent and answered like this. */
const answered = (status: number, json: unknown): State => ({
  act: async (page) => {
    await answerSignups(page, status, json);
    await open(page);
    await send(page, prospect);
    await dialogOf(page).toast.waitFor();
  },
});

/** One state of the product window, scrolled to where it begins. */
const step = (name: string): State => ({
  act: async (page) => {
    await page.getByRole('radio', { name }).evaluate((element: HTMLElement) => element.click());
    await page.locator('.preview').evaluate((element) => {
      scrollTo({ top: element.getBoundingClientRect().top - 88, behavior: 'instant' });
    });
  },
});

const states: Record<string, State> = {
  landing: { path: '/' },
  hero: {},
  'upload-page': { path: '/upload' },
  privacy: { path: '/privacy' },
  terms: { path: '/terms' },
  careers: { path: '/careers' },
  404: { path: '/nowhere/at-all' },
  joined: { path: '/early-access/joined' },
  refused: { path: '/early-access/too-fast' },
  'route-error': {
    path: '/',
    act: async (page) => {
      await page.context().setOffline(true);
      await page.locator('footer a[href="/careers"]').click();
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    },
  },
  menu: {
    widths: [320, 390],
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  'modal-botcheck': {
    act: async (page) => {
      await page.evaluate("turnstile.render = () => 'widget'");
      await open(page);
      await dialogOf(page).email.fill(prospect);
    },
  },
  'modal-open': {
    act: async (page) => {
      await open(page);
      await page.getByText('Check passed').waitFor();
    },
  },
  'modal-sending': {
    act: async (page) => {
      await page.route('**/api/signup', () => {});
      await open(page);
      await send(page, prospect);
      await page.getByText('Joining...').first().waitFor();
    },
  },
  'modal-error': answered(400, {
    error: { message: 'Please take a moment to review your information.' },
  }),
  'modal-success': answered(200, {}),
  tooltip: {
    act: async (page) => {
      await open(page);
      await dialogOf(page).dialog.getByRole('button', { name: 'Close' }).focus();
    },
  },
  'window-upload': step('Upload'),
  'window-draft': step('Draft'),
  'window-edit': step('Edit'),
  'window-deliver': step('Deliver'),
};

test.use({ baseURL: ({ guarded }, use) => use(guarded) });

/** Stands in for Turnstile’s script, which a machine without a network would wait for in vain, and passes everybody. */
const botCheck = `
  window.turnstile = {
    render(_, options) { options.callback('token'); return 'widget'; },
    reset() {}, remove() {},
  };
`;

for (const [name, { path, widths, act }] of Object.entries(states)) {
  for (const size of windows) {
    const [width = 0, height = 0] = size.split('x').map(Number);
    if (widths && !widths.includes(width)) continue;
    for (const [theme, media] of Object.entries(themes)) {
      test(`${name}-${width}-${theme}`, async ({ page }, { title }) => {
        expectErrors(page, /./);
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ reducedMotion: 'reduce', ...media });
        await page.clock.install();
        await page.addInitScript(botCheck);
        await page.route('https://challenges.cloudflare.com/**', (route) => route.fulfill());
        await alive(page, path);
        await page.evaluate(() => document.fonts.ready);
        await act?.(page);
        const file = join(folder, `${title}.png`);
        await page.screenshot({ path: file, fullPage: path !== undefined, animations: 'disabled' });
      });
    }
  }
}

test('print', async ({ page }) => {
  await alive(page);
  await page.pdf({ path: join(folder, 'print.pdf'), preferCSSPageSize: true });
});

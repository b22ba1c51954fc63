import type { Page } from 'playwright';

/** A thing to be photographed: an address, what is done there, and whether the whole page is shown. */
export interface State {
  path: string;
  whole?: boolean;
  /** Widths in pixels, where it does not look alike at all of them. */
  widths?: number[];
  /** How the stand-in for the bot check ends; it waits for ever where it is not said. */
  passes?: boolean;
  act?(page: Page): Promise<void>;
}

const email = (page: Page) => page.locator('dialog').getByLabel('Email');

async function openDialog(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('button[command=show-modal]')?.click(),
  );
  await email(page).waitFor();
}

/** Sends the form, whose clock is set back so that it was not sent too fast. */
async function send(page: Page): Promise<void> {
  await openDialog(page);
  await email(page).fill('lead@company.com');
  await page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    if (dialog) dialog.dataset.openedAt = '-5000';
  });
  await page.locator('dialog [type=submit]').click();
}

/** The dialog after its form was sent and answered like this. */
const answered = (status: number, json: unknown): State => ({
  path: '/',
  passes: true,
  act: async (page) => {
    await page.route('**/api/signup', (route) => route.fulfill({ status, json }));
    await send(page);
    await page.locator('[data-sonner-toast]').waitFor();
  },
});

const refusal = { error: { message: 'Please take a moment to review your information.' } };

/** One state of the product window, scrolled to where it begins. */
const step = (name: string): State => ({
  path: '/',
  act: async (page) => {
    const radio = page.getByRole('radio', { name });
    await radio.evaluate((element: HTMLElement) => element.click());
    await page.locator('.preview').evaluate((element) => {
      scrollTo({ top: element.getBoundingClientRect().top - 88, behavior: 'instant' });
    });
  },
});

export const states: Record<string, State> = {
  landing: { path: '/', whole: true },
  hero: { path: '/' },
  'upload-page': { path: '/upload', whole: true },
  privacy: { path: '/privacy', whole: true },
  terms: { path: '/terms', whole: true },
  careers: { path: '/careers', whole: true },
  404: { path: '/nowhere/at-all', whole: true },
  joined: { path: '/early-access/joined', whole: true },
  refused: { path: '/early-access/too-fast', whole: true },
  'route-error': {
    path: '/',
    whole: true,
    act: async (page) => {
      await page.context().setOffline(true);
      await page.locator('footer a[href="/careers"]').click();
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    },
  },
  menu: {
    path: '/',
    widths: [320, 390],
    act: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  'modal-botcheck': {
    path: '/',
    act: async (page) => {
      await openDialog(page);
      await email(page).fill('lead@company.com');
    },
  },
  'modal-open': {
    path: '/',
    passes: true,
    act: async (page) => {
      await openDialog(page);
      await page.getByText('Check passed').waitFor();
    },
  },
  'modal-sending': {
    path: '/',
    passes: true,
    act: async (page) => {
      await page.route('**/api/signup', () => {});
      await send(page);
      await page.getByText('Joining...').first().waitFor();
    },
  },
  'modal-error': answered(400, refusal),
  'modal-success': answered(200, {}),
  tooltip: {
    path: '/',
    act: async (page) => {
      await openDialog(page);
      await page.locator('dialog').getByRole('button', { name: 'Close' }).focus();
      const tooltip = page.getByRole('tooltip', { includeHidden: true });
      await tooltip.evaluate((element) =>
        Promise.all(element.getAnimations().map(({ finished }) => finished)),
      );
    },
  },
  'window-upload': step('Upload'),
  'window-draft': step('Draft'),
  'window-edit': step('Edit'),
  'window-deliver': step('Deliver'),
};

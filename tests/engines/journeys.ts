import { pages } from '../../shared/pages.ts';
import { anchors } from '../../shared/paths.ts';
import { signupTexts } from '../../shared/signup/contract.ts';
import { type Reader, until } from './reader.ts';

type Journey = (reader: Reader, site: string) => Promise<void>;

const one = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;
const isSeen = (selector: string) => `${one(selector)}?.checkVisibility() === true`;
const isHidden = (selector: string) => `${one(selector)}?.checkVisibility() === false`;
const isFocused = (selector: string) => `document.activeElement === ${one(selector)}`;
const reads = (selector: string, text: string) =>
  `${one(selector)}?.textContent.includes(${JSON.stringify(text)}) === true`;
/** The last thing that React does with a new page is to take the scrolling over. */
const isAlive = `history.scrollRestoration === 'manual'`;
const wide = [1280, 900] as const;

/** What a reader does, by what it is called; each begins with a page that is opened anew. */
export const journeys: Record<string, Journey> = {
  'every page has its styles, its fonts and nothing to complain of': async (reader, site) => {
    for (const path of pages.map((page) => page.path ?? '/nowhere/at-all')) {
      await reader.open(site + path);
      await until(reader, isSeen('h1'));
      await until(reader, `document.readyState === 'complete'`);
      await until(
        reader,
        `['STIX Two Text', 'Instrument Sans'].every((name) =>
          [...document.fonts].some((font) => font.family.includes(name) && font.status === 'loaded'))`,
      );
      await until(reader, `getComputedStyle(${one('header.nav')}).position === 'fixed'`);
      // The 404 page writes the missing path to the console, as it should.
      await until(reader, `window.complaints.every((text) => /^warn: 404/.test(text))`);
    }
  },

  'nothing is wider than the page, at any width': async (reader, site) => {
    await reader.open(site);
    await until(reader, isAlive);
    for (const width of [480, 600, 768, 1024, 1280]) {
      await reader.resize(width, 900);
      await until(reader, 'document.documentElement.scrollWidth <= innerWidth');
    }
  },

  'the bar leads to each section, below itself': async (reader, site) => {
    await reader.resize(...wide);
    for (const { id } of anchors) {
      await reader.open(site);
      await until(reader, isAlive);
      await reader.press(`#menu a[href="/#${id}"]`);
      await until(reader, isFocused(`#${id}-title`));
      await until(
        reader,
        `Math.round(${one(`#${id}`)}.getBoundingClientRect().top) >= ${one('header.nav')}.clientHeight
          && ${one(`#${id}-title`)}.getBoundingClientRect().bottom < innerHeight`,
      );
      await until(reader, `getComputedStyle(${one(`#${id} [data-reveal]`)}).opacity === '1'`);
    }
  },

  'an address with an anchor leads to it, and a reload to where the reader was': async (
    reader,
    site,
  ) => {
    for (const width of [600, 1280]) {
      await reader.resize(width, 900);
      await reader.open('about:blank');
      await reader.open(`${site}/#contact`);
      await until(reader, isAlive);
      await until(reader, `${one('#contact-title')}.getBoundingClientRect().bottom < innerHeight`);
      await until(reader, `${one('#contact-title')}.getBoundingClientRect().top > 0`);
      await reader.read(`scrollTo({ top: 2500, behavior: 'instant' })`);
      await until(reader, 'Math.round(scrollY) === 2500');
      await reader.read('void setTimeout(() => location.reload(), 300)');
      await until(
        reader,
        `performance.getEntriesByType('navigation')[0].type === 'reload' && ${isAlive}`,
      );
      await until(reader, 'Math.round(scrollY) === 2500');
    }
    await reader.resize(...wide);
  },

  'the menu opens, and closes by Escape': async (reader, site) => {
    await reader.resize(600, 900);
    await reader.open(site);
    await until(reader, isHidden('#menu'));
    await reader.press('[popovertarget]');
    await until(reader, isSeen('#menu'));
    await reader.key('Escape');
    await until(reader, isHidden('#menu'));
    await until(reader, isFocused('[popovertarget]'));
    await reader.resize(...wide);
  },

  'the product window goes through its steps by pointer and keys': async (reader, site) => {
    await reader.resize(...wide);
    await reader.open(site);
    await until(reader, isAlive);
    const input = (step: string) => `[name=window-step][value=${step}]`;
    await reader.press(input('upload'));
    await until(
      reader,
      `getComputedStyle(${one('figcaption [data-step=upload]')}).visibility === 'visible'`,
    );
    for (const step of ['draft', 'edit', 'deliver']) {
      await reader.key('ArrowRight');
      await until(reader, isFocused(input(step)));
      await until(
        reader,
        `getComputedStyle(${one(`figcaption [data-step=${step}]`)}).visibility === 'visible'`,
      );
    }
  },

  'a prospect signs up and is told so, and the focus comes back': async (reader, site) => {
    await reader.resize(...wide);
    await reader.open(site);
    await until(reader, isAlive);
    await reader.press('button[data-source=hero]');
    await until(reader, isFocused('dialog input[type=email]'));
    await reader.type(
      'dialog input[type=email]',
      `${reader.engine.replaceAll(/\W/g, '-')}@company.com`,
    );
    await until(reader, `${one('dialog [type=submit]')}.disabled === false`);
    // The form takes no answer sooner than this.
    await until(reader, `performance.now() - ${one('dialog')}.dataset.openedAt > 2500`);
    await reader.press('dialog [type=submit]');
    await until(reader, reads('dialog h2', "You're on the list!"));
    await until(reader, reads('[data-sonner-toast]', signupTexts.successTitle));
    await until(reader, `${one('dialog [data-sonner-toast]')} !== null`);
    await until(reader, isFocused('dialog [command=close]:not([aria-label])'));
    await reader.key('Enter');
    await until(reader, `${one('dialog')}.open === false`);
    await until(reader, isFocused('button[data-source=hero]'));
    await until(reader, 'window.complaints.length === 0');
  },

  'the dialog closes by Escape, and gives the focus back': async (reader, site) => {
    await reader.open(site);
    await until(reader, isAlive);
    await reader.press('button[data-source=cta]');
    await until(reader, isFocused('dialog input[type=email]'));
    await reader.key('Escape');
    await until(reader, `${one('dialog')}.open === false`);
    await until(reader, isFocused('button[data-source=cta]'));
  },
};

/** The same for a reader whose browser runs no scripts. */
export const scriptlessJourneys: Record<string, Journey> = {
  'without scripts the button leads to a form that signs up': async (reader, site) => {
    await reader.resize(...wide);
    await reader.open(site);
    await reader.press('.button[href="#early-access-email"]:not(header *)');
    await until(reader, isFocused('#early-access-email'));
    await until(reader, `${one('#early-access-title')}.getBoundingClientRect().top > 72`);
    await reader.type('#early-access-email', `plain-${Date.now()}@company.com`);
    await reader.key('Enter');
    await until(reader, `location.pathname === '/early-access/joined'`);
    await until(reader, reads('h1', "You're on the list!"));
  },
};

import { expect, it } from 'vitest';
import type { EntryView } from '../../shared/entry/page.ts';
import { entryPlaceholder, entryTemplates, templateOf } from '../../shared/entry/templates.ts';
import { pagePlaceholder, placeholders } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { anchors } from '../../shared/paths.ts';
import { signupEndCodes } from '../../shared/signup/outcomes.ts';
import { sectionIds, sectionNumber } from '../sections/order.ts';
import { render, renderEntry } from './prerender.tsx';

it.each(pages)(
  'the page $id has one h1, the contact address, and nothing that the policy forbids',
  async ({ id }) => {
    const html = await render(placeholders.page, id);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    for (const part of ['href="#main"', 'id="main"']) expect(html).toContain(part);
    expect(html).toContain(`href="mailto:${pagePlaceholder('contactEmail')}"`);
    const [mailbox, host] = [pagePlaceholder('contactMailbox'), pagePlaceholder('contactHost')];
    expect(html).toContain(`>${mailbox}<wbr>@${host}<`);
    // The HTML checker reports a void element that is closed.
    expect(html).not.toMatch(/ style=|<script|<style|<img|\/>/);
  },
);

it('the landing page has its sections in order, each with its number at the head and at the foot', async () => {
  const html = await render(placeholders.page, 'home');
  const page = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const ids = Array.from(page.matchAll(/<h[12] [^>]*id="([\w-]+)-title"/g), ([, id]) => id);
  expect(ids).toEqual(sectionIds);
  const numbers = page.split('<section').slice(2);
  expect(numbers.map((section) => section.match(/<b [^>]*>\d<\/b>/g)?.join(''))).toEqual(
    numbers.map((_, index) => expect.stringMatching(`>${index + 2}<.*>${index + 2}<`)),
  );
});

it('the phone menu gives each link the number of its section', async () => {
  const html = await render(placeholders.page, 'home');
  const menu = html.slice(html.indexOf('<ol'), html.indexOf('</ol>'));
  const numbers = Array.from(menu.matchAll(/>(\d)</g), ([, number]) => number);
  expect(numbers).toEqual(anchors.map(({ path }) => String(sectionNumber(path))));
});

it('the contact section has a mail link with a subject for each topic', async () => {
  const html = await render(placeholders.page, 'home');
  const subjects = Array.from(html.matchAll(/\?subject=([^"]+)"/g), ([, subject = '']) => subject);
  const expected = ['Scope', 'Templates', 'How we handle your documents'];
  expect(subjects.map(decodeURIComponent)).toEqual(expected);
});

const codes = signupEndCodes;

it.each(codes)('the page about %s states the error and offers the form again', async (code) => {
  const html = await render(placeholders.page, `early-access-${code}`);
  expect(html).toContain(pagePlaceholder('outcome'));
  expect(html).toContain('id="plain-email"');
});

it('the page about a successful sign-up says what is next and offers no form', async () => {
  const html = await render(placeholders.page, 'early-access-joined');
  expect(html).toContain('What&#x27;s next?');
  expect(html).not.toContain('plain-email');
});

const buttons = { confirm: '>Confirm<', remove: '>Remove<' };

/** Returns the actions whose forms a view has. */
function actionsOf(view: EntryView): readonly string[] {
  if (view.view === 'failed') return [view.action];
  return view.view === 'shown' ? view.allows : [];
}

it.each(entryTemplates.map((view) => [templateOf(view), view] as const))(
  'the template %s has the forms and the values of its view, and no others',
  async (_name, view) => {
    const html = await renderEntry(`${placeholders.page}${placeholders.config}`, view);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    for (const [action, text] of Object.entries(buttons)) {
      expect(main.includes(text), action).toBe(actionsOf(view).includes(action));
    }
    const values = view.view === 'shown' ? view.facts.map(({ value }) => value) : [];
    for (const value of values) expect(main).toContain(value);
    const hasEmail = view.view === 'shown' || view.view === 'confirmed';
    expect(main.includes(entryPlaceholder('email'))).toBe(hasEmail);
    expect(html).toContain(placeholders.entry);
    expect(html).not.toMatch(/ style=|<script|<style|<img|\/>/);
  },
);

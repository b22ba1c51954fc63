import { expect, it } from 'vitest';
import { placeholders } from '../../shared/page-config.ts';
import { pages } from '../../shared/pages.ts';
import { type SignupErrorCode, signupErrors } from '../../shared/signup/outcomes.ts';
import { render } from './prerender.tsx';

it.each(pages)('$id has one heading, the contact address, nothing forbidden', async ({ id }) => {
  const html = await render(placeholders.page, id);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  for (const part of ['href="#main"', 'id="main"']) expect(html).toContain(part);
  expect(html).toContain(`href="mailto:${placeholders.contactEmail}"`);
  expect(html).toContain(`>${placeholders.contactEmail}<`);
  // In HTML void elements are not closed.
  expect(html).not.toMatch(/ style=|<script|<style|<img|\/>/);
});

it('the landing page has its sections in order, numbered after the first at the head and at the foot', async () => {
  const html = await render(placeholders.page, 'home');
  const titles = Array.from(html.matchAll(/id="([\w-]+)-title"/g), ([, id]) => id);
  const expected = ['hero', 'why', 'how-it-works', 'founders', 'next-step', 'contact'];
  expect(titles.filter((id) => expected.includes(id ?? ''))).toEqual(expected);
  const sections = html.split('<section').slice(2);
  expect(sections.map((section) => section.match(/<b [^>]*>\d<\/b>/g)?.join(''))).toEqual(
    sections.map((_, index) => expect.stringMatching(`>${index + 2}<.*>${index + 2}<`)),
  );
});

const codes = Object.keys(signupErrors) as SignupErrorCode[];

it.each(codes)('the page about %s says what happened and offers the form again', async (code) => {
  const html = await render(placeholders.page, `early-access-${code}`);
  expect(html).toContain(signupErrors[code].message.replaceAll("'", '&#x27;'));
  expect(html).toContain('id="plain-email"');
});

it('the page about a sign-up that went through offers no form, but what is next', async () => {
  const html = await render(placeholders.page, 'early-access-joined');
  expect(html).toContain('What&#x27;s next?');
  expect(html).not.toContain('plain-email');
});

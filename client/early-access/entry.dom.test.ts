// @vitest-environment jsdom

import { expect, it } from 'vitest';
import { signupLimits } from '../../shared/signup/contract.ts';
import { signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { canBeSent, type Entry, errorText, readEntry, toRequest } from './entry.ts';

const entry: Entry = {
  ...sentSignup,
  website: '',
  formFillTime: signupLimits.minimumFillTimeMs,
  botCheck: { kind: 'passed', token: 'good' },
};

it.each<[string, Partial<Entry>, string | null]>([
  [
    'its token, its source and its fill time',
    { formFillTime: signupLimits.minimumFillTimeMs + 0.4 },
    'good',
  ],
  ['no token if there is no bot check', { botCheck: { kind: 'off' } }, null],
  ['no token if the check fell back', { botCheck: { kind: 'fallback' } }, null],
])('an entry is sent with %s', (_what, changes, turnstileToken) => {
  const formFillTime = signupLimits.minimumFillTimeMs;
  const { userAgent } = navigator;
  const request = { ...sentSignup, turnstileToken, formFillTime, userAgent };
  expect(toRequest({ ...entry, ...changes })).toEqual(request);
});

it('an entry has the source and the fill time of the opening, from the hidden fields', () => {
  document.body.innerHTML = `<form><input type="hidden" name="source" value="hero"><input type="hidden"
    name="openedAt" value="${performance.now() - 3000}"><input name="website"><input name="email" value=" Ada@Company.com ">`;
  const form = document.querySelector('form') as HTMLFormElement;
  const read = readEntry(form, { kind: 'off' });
  expect(read).toMatchObject({ email: 'ada@company.com', source: 'hero', website: '' });
  expect(read.formFillTime).toBeGreaterThanOrEqual(3000);
});

it('an entry cannot be sent while the address is invalid or the bot check is under way', () => {
  for (const email of ['', 'ada', 'ada@company', 'ada@company.c'])
    expect(canBeSent({ ...entry, email })).toBe(false);
  expect(canBeSent({ ...entry, botCheck: { kind: 'checking', asks: false } })).toBe(false);
  expect(canBeSent(entry)).toBe(true);
});

it('an entry is refused if it is submitted too fast or the honeypot is filled', () => {
  expect(() => toRequest({ ...entry, formFillTime: signupLimits.minimumFillTimeMs - 1 })).toThrow(
    signupErrors.too_fast.message,
  );
  expect(() => toRequest({ ...entry, website: 'x' })).toThrow(signupErrors.honeypot.message);
});

it('errorText returns a text for everything that is thrown', () => {
  expect(errorText(new Error('Later.'))).toBe('Later.');
  const { message } = signupErrors.upstream_fetch;
  expect(errorText(new Error(message))).toBe(`${message}. ${signupTexts.connectionFailed}`);
  expect(errorText(new Error())).toBe(signupTexts.noMessage);
  expect(errorText('gone')).toBe(signupTexts.notAnError);
});

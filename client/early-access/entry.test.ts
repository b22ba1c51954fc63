import { expect, it } from 'vitest';
import { signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import { canBeSent, type Entry, errorText, toRequest } from './entry.ts';

const entry: Entry = {
  email: 'ada@company.com',
  source: 'hero',
  website: '',
  fillTimeMs: 2000,
  botCheck: { kind: 'passed', token: 'good' },
};

it.each<[string, Partial<Entry>, string | null]>([
  ['its token, its source and how long it took', { fillTimeMs: 2000.4 }, 'good'],
  ['no token where no check is made', { botCheck: { kind: 'off' } }, null],
  ['no token where the check fell back', { botCheck: { kind: 'fallback' } }, null],
])('an entry is sent with %s', (_what, changes, turnstileToken) => {
  const { email, source } = entry;
  const { userAgent } = navigator;
  const request = { email, source, turnstileToken, formFillTime: 2000, userAgent };
  expect(toRequest({ ...entry, ...changes })).toEqual(request);
});

it('an entry says nothing and is not sent while the address is invalid or the check is running', () => {
  for (const email of ['', 'ada', 'ada@company', 'ada@company.c'])
    expect(canBeSent({ ...entry, email })).toBe(false);
  expect(canBeSent({ ...entry, botCheck: { kind: 'checking', asks: false } })).toBe(false);
  expect(canBeSent(entry)).toBe(true);
});

it('an entry is refused when it is sent sooner than a person could, or the honeypot is filled', () => {
  expect(() => toRequest({ ...entry, fillTimeMs: 1999 })).toThrow(signupErrors.too_fast.message);
  expect(() => toRequest({ ...entry, website: 'x' })).toThrow(signupErrors.honeypot.message);
});

it('whatever was thrown has a text', () => {
  expect(errorText(new Error('Later.'))).toBe('Later.');
  expect(errorText(new Error())).toBe(signupTexts.noMessage);
  expect(errorText('gone')).toBe(signupTexts.notAnError);
});

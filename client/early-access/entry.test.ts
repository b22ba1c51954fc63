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

it('an entry is sent with its token, its source and how long it took', () => {
  expect(toRequest({ ...entry, fillTimeMs: 4000.4 })).toEqual({
    email: 'ada@company.com',
    source: 'hero',
    turnstileToken: 'good',
    formFillTime: 4000,
    userAgent: navigator.userAgent,
  });
});

it('an entry goes without a token where no check is made or the check fell back', () => {
  for (const kind of ['off', 'fallback'] as const)
    expect(toRequest({ ...entry, botCheck: { kind } }).turnstileToken).toBeNull();
});

it('an entry counts as from the modal where its source is none of ours', () => {
  expect(toRequest({ ...entry, source: 'footer' }).source).toBe('modal');
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

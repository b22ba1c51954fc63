// @vitest-environment jsdom

import { expect, it } from 'vitest';
import { signupLimits } from '../../shared/signup/contract.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { signupTexts } from '../../shared/signup/texts.ts';
import { errorText } from '../ui/error-text.ts';
import { canBeSent, type FormContent, readForm, toRequest } from './form-content.ts';

const content: FormContent = {
  ...sentSignup,
  website: '',
  formFillTime: signupLimits.minimumFillTimeMs,
  botCheck: { kind: 'passed', token: 'good' },
};

const input = (name: string, value: string) => `<input name="${name}" value="${value}">`;

/** Reads a form that was opened 3 s ago by the button of the hero. */
function read(botCheck: FormContent['botCheck']): FormContent {
  const openedAt = String(performance.now() - 3000);
  const inputs = { source: 'hero', openedAt, website: '', email: ' Ada@Company.com ', notice: 'n' };
  const html = Object.entries(inputs).map(([name, value]) => input(name, value));
  document.body.innerHTML = `<form>${html.join('')}</form>`;
  return readForm(document.querySelector('form') as HTMLFormElement, botCheck);
}

it('the content of a form has the values of its inputs, the name of the browser, and the time since the opening', () => {
  const content = read({ kind: 'off' });
  const { userAgent } = navigator;
  const expected = {
    email: 'ada@company.com',
    source: 'hero',
    website: '',
    notice: 'n',
    userAgent,
  };
  expect(content).toMatchObject(expected);
  expect(content.formFillTime).toBeGreaterThanOrEqual(3000);
  expect(toRequest(content)).not.toHaveProperty('website');
  expect(Number.isInteger(toRequest(content).formFillTime)).toBe(true);
});

it.each<[string, FormContent['botCheck'], string | null]>([
  ['the token of the bot check', { kind: 'passed', token: 'good' }, 'good'],
  ['no token if there is no bot check', { kind: 'off' }, null],
  ['no token if the check fell back', { kind: 'fallback' }, null],
])('a form is sent with %s', (_what, botCheck, turnstileToken) => {
  expect(toRequest(read(botCheck))).toMatchObject({ turnstileToken });
});

it('a form cannot be sent while the address is invalid or the bot check is under way', () => {
  for (const email of ['', 'ada', 'ada@company', 'ada@company.c'])
    expect(canBeSent({ ...content, email })).toBe(false);
  expect(canBeSent({ ...content, botCheck: { kind: 'checking', asks: false } })).toBe(false);
  expect(canBeSent(content)).toBe(true);
});

it('a form is refused if it is submitted too fast or the honeypot is filled', () => {
  expect(() => toRequest({ ...content, formFillTime: signupLimits.minimumFillTimeMs - 1 })).toThrow(
    signupErrors.too_fast.message,
  );
  expect(() => toRequest({ ...content, website: 'x' })).toThrow(signupErrors.honeypot.message);
});

it('errorText returns a text for everything that is thrown', () => {
  expect(errorText(new Error('Later.'))).toBe('Later.');
  expect(errorText(new Error())).toBe(signupTexts.noMessage);
  expect(errorText('gone')).toBe(signupTexts.notAnError);
});

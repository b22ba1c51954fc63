// @vitest-environment jsdom

import { beforeEach, expect, it } from 'vitest';
import { keepTyped } from './keep-typed.ts';

const form = '<form method="post"><input name="email" /></form>';
const emailField = () => document.querySelector('input') as HTMLInputElement;

/** Writes into the field, and fires `input` as a keyboard does. */
function type(value: string): void {
  emailField().value = value;
  emailField().dispatchEvent(new Event('input', { bubbles: true }));
}

beforeEach(() => {
  document.body.innerHTML = form;
});

it('a value that a program writes without an event stays when React takes over the field', () => {
  const putBack = keepTyped(document.body);
  type('ada@comp');
  emailField().value = 'ada@company.com';
  putBack();
  expect(emailField().value).toBe('ada@company.com');
});

it('React takes over the field during an `input` event, and the field keeps the letter of that event', () => {
  emailField().value = 'ad';
  const putBack = keepTyped(document.body);
  document.body.addEventListener('input', putBack, { capture: true, once: true });
  type('ada');
  expect(emailField().value).toBe('ada');
});

it('a field that React has built anew gets the last value and the focus of the removed field', () => {
  emailField().focus();
  const putBack = keepTyped(document.body);
  type('ada@comp');
  emailField().value = 'ada@company.com';
  document.body.innerHTML = form;
  putBack();
  expect(emailField().value).toBe('ada@company.com');
  expect(document.activeElement).toBe(emailField());
});

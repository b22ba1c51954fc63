import { expect, test } from 'vitest';
import { fromJson, signupSchema } from './fields.ts';
import { sentSignup } from './testing/sign-ups.ts';

test('the schema accepts a sign-up without source, token and browser string', () => {
  const { source, turnstileToken, userAgent, ...rest } = sentSignup;
  const defaults = { source: 'modal', turnstileToken: null, userAgent: '' };
  expect(signupSchema.parse(rest)).toMatchObject(defaults);
});

test('the schema cuts a long browser string, and replaces characters that not every database stores', () => {
  const read = (userAgent: string) => signupSchema.parse({ ...sentSignup, userAgent }).userAgent;
  expect(read('x'.repeat(5000))).toHaveLength(512);
  expect(read('a\0b')).toBe('a?b');
  expect(read('Brüwser 😀')).toBe('Br?wser ??');
});

test.each([
  ['without an address', { ...sentSignup, email: undefined }],
  ['without a fill time', { ...sentSignup, formFillTime: undefined }],
  ['with a fill time that is no number', { ...sentSignup, formFillTime: '5000' }],
  ['with a negative fill time', { ...sentSignup, formFillTime: -1 }],
  ['with an infinite fill time', { ...sentSignup, formFillTime: Number.POSITIVE_INFINITY }],
  ['with a token over its greatest length', { ...sentSignup, turnstileToken: 'x'.repeat(2049) }],
  ['with an empty token', { ...sentSignup, turnstileToken: '' }],
])('the schema refuses a body %s', (_, value) => {
  expect(signupSchema.safeParse(value).success).toBe(false);
});

test('fromJson drops properties that the table does not have, and adds none', () => {
  expect(fromJson({ email: 7, isAdmin: true })).toEqual({ email: 7 });
});

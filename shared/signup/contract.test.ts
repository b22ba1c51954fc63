import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asSource,
  emailInputPattern,
  isEmail,
  normaliseEmail,
  signupLimits,
  signupSchema,
} from './contract.ts';
import { sentSignup } from './testing/sign-ups.ts';

const usual = ['ada@company.com', 'a.b+tag@sub.company.co.uk', "o'neill@company.ie", 'x@y.zz'];
const longest = [
  `${'a'.repeat(64)}@${'b'.repeat(63)}.company.com`,
  `${'a'.repeat(5)}@${'b.'.repeat(123)}co`,
];

test.each([...usual, ...longest])('%s is an address', (email) => {
  expect(isEmail(email)).toBe(true);
});

const incomplete = ['', 'ada', 'ada@company', 'ada@company.c', '@company.com', 'ada@.com'];
const malformed = ['ada@company.c0m', 'ada@company..com', 'ada@-company.com', 'ada b@company.com'];
const hostile = ['<script>@company.com', 'ada@company.com\nbcc: x@y.zz'];
const tooLong = [`${'a'.repeat(65)}@company.com`, `${'a'.repeat(6)}@${'b.'.repeat(123)}co`];

test.each([...incomplete, ...malformed, ...hostile, ...tooLong])('%j is no address', (email) => {
  expect(isEmail(email)).toBe(false);
});

test('the pattern of the input accepts and refuses the same addresses as the rule, in capitals too', () => {
  // A browser compiles the attribute with the flag `v` and matches it against the whole value.
  const pattern = new RegExp(`^(?:${emailInputPattern})$`, 'v');
  const accepts = (email: string) =>
    email.length <= signupLimits.emailLength && pattern.test(email);
  for (const email of [...usual, ...longest]) {
    expect(accepts(email)).toBe(true);
    expect(accepts(email.toUpperCase())).toBe(true);
  }
  for (const email of [...incomplete, ...malformed, ...hostile, ...tooLong])
    expect(accepts(email)).toBe(false);
});

test('a form that is opened at no place of ours counts as the modal’s', () => {
  for (const source of ['nav', 'hero', 'cta']) expect(asSource(source)).toBe(source);
  for (const source of ['footer', '', null, 7, ['nav']]) expect(asSource(source)).toBe('modal');
});

test('a sign-up needs no token and no browser string, so that neither loses a prospect', () => {
  const { turnstileToken, userAgent, ...rest } = sentSignup;
  expect(signupSchema.parse(rest)).toMatchObject({ turnstileToken: null, userAgent: '' });
});

test('of a browser string what a database can keep is kept, and a long one cut instead of refused', () => {
  const read = (userAgent: string) => signupSchema.parse({ ...sentSignup, userAgent }).userAgent;
  expect(read('x'.repeat(5000))).toHaveLength(512);
  expect(read('a\0b')).toBe('ab');
  expect(read(`${'x'.repeat(511)}😀`).isWellFormed()).toBe(true);
});

test.each([
  ['a missing address', { ...sentSignup, email: undefined }],
  ['a fill time that is no number', { ...sentSignup, formFillTime: '5000' }],
  ['a negative fill time', { ...sentSignup, formFillTime: -1 }],
  ['an endless fill time', { ...sentSignup, formFillTime: Number.POSITIVE_INFINITY }],
  ['a token past its greatest length', { ...sentSignup, turnstileToken: 'x'.repeat(2049) }],
  ['an empty token', { ...sentSignup, turnstileToken: '' }],
])('a body with %s is refused', (_, value) => {
  expect(signupSchema.safeParse(value).success).toBe(false);
});

test('an address is the same in whatever case, and between whatever blanks', () => {
  expect(normaliseEmail('\ufeff\t Ada@Company.COM\u00a0\n')).toBe('ada@company.com');
});

test('whatever is sent, what is accepted holds nothing that could break a line, a tag or a cell', () => {
  const nearly = fc
    .tuple(fc.emailAddress(), fc.nat(30), fc.string({ maxLength: 2 }))
    .map(([email, at, text]) => email.slice(0, at) + text + email.slice(at));
  const anyText = fc.string({ unit: 'binary', maxLength: 400 });
  fc.assert(
    fc.property(fc.oneof(anyText, nearly, fc.emailAddress()), (text) => {
      const normal = normaliseEmail(text);
      expect(normaliseEmail(normal)).toBe(normal);
      if (!isEmail(normal)) return;
      expect(normal).toMatch(/^[\x21-\x7e]+$/);
      expect(normal).not.toMatch(/[<>"(),:;[\]\\]/);
      expect(normal.split('@')).toHaveLength(2);
      expect(normal.length).toBeLessThanOrEqual(signupLimits.emailLength);
    }),
    // The same inputs on every machine.
    { seed: 20_261_121, numRuns: 500 },
  );
});

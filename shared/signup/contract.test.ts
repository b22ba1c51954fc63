import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asSource, emailInputPattern, isEmail, normaliseEmail, signupLimits } from './contract.ts';

const usual = ['ada@company.com', 'a.b+tag@sub.company.co.uk', "o'neill@company.ie", 'x@y.zz'];
const longest = [
  `${'a'.repeat(64)}@${'b'.repeat(63)}.company.com`,
  `${'a'.repeat(5)}@${'b.'.repeat(123)}co`,
];

test.each([...usual, ...longest])('isEmail accepts %s', (email) => {
  expect(isEmail(email)).toBe(true);
});

const incomplete = ['', 'ada', 'ada@company', 'ada@company.c', '@company.com', 'ada@.com'];
const malformed = ['ada@company.c0m', 'ada@company..com', 'ada@-company.com', 'ada b@company.com'];
const hostile = ['<script>@company.com', 'ada@company.com\nbcc: x@y.zz'];
const tooLong = [`${'a'.repeat(65)}@company.com`, `${'a'.repeat(6)}@${'b.'.repeat(123)}co`];

test.each([...incomplete, ...malformed, ...hostile, ...tooLong])('isEmail refuses %j', (email) => {
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

test('asSource returns modal for every source but nav, hero and cta', () => {
  for (const source of ['nav', 'hero', 'cta']) expect(asSource(source)).toBe(source);
  for (const source of ['footer', '', null, 7, ['nav']]) expect(asSource(source)).toBe('modal');
});

test('normaliseEmail removes white space around an address and lowers its case', () => {
  expect(normaliseEmail('\ufeff\t Ada@Company.COM\u00a0\n')).toBe('ada@company.com');
});

test('an address that isEmail accepts holds no white space, quote, bracket or separator', () => {
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

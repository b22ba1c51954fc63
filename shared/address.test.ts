import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailInputPattern, isEmail, longestEmail, normaliseEmail } from './address.ts';

const inputPattern = new RegExp(`^(?:${emailInputPattern})$`, 'v');

test.each([
  ['upper case and spaces', ' Ada@Example.com ', 'ada@example.com'],
  ['a German domain', 'ada@müller.de', 'ada@xn--mller-kva.de'],
  ['a Cyrillic domain and suffix', 'ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
  ['an Indian domain with vowel signs', 'ada@नमस्ते.भारत', 'ada@xn--h2bhs4b8d8a.xn--h2brj9c'],
  ['punycode', 'ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
  ['a zero-width space and a soft hyphen', 'ada\u200b@exa\u00admple.com', 'ada@example.com'],
  [
    'bidirectional marks and a byte order mark',
    '\ufeff\u202aada@example.com\u202c',
    'ada@example.com',
  ],
  ['a joiner in a Latin word', 'a\u200da@exam\u200cple.com', 'aa@example.com'],
  ['a joiner that its script needs', 'ada@نامه\u200cای.com', 'ada@xn--mgba3gch31f060k.com'],
  ['a variation selector and a filler', 'ada\ufe0f@exam\u3164ple.com', 'ada@example.com'],
  ['no-break spaces around it', '\u00a0ada@example.com\u00a0', 'ada@example.com'],
  ['full-width letters', 'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['a name before it', 'Ada Lovelace <Ada@example.com>', 'ada@example.com'],
  ['angle brackets around it', '<ada@example.com>', 'ada@example.com'],
  ['the semicolon of Outlook', 'Ada Lovelace <ada@example.com>; ', 'ada@example.com'],
  ['a comma of a list', 'ada@example.com,', 'ada@example.com'],
  ['the scheme of a copied link', 'Mailto:ada@example.com', 'ada@example.com'],
  ['the link of a mail program', 'ada@example.com<mailto:ada@example.com>', 'ada@example.com'],
])('an address with %s is stored as %s → %s', (_what, typed, stored) => {
  expect(normaliseEmail(typed)).toBe(stored);
  expect(isEmail(stored)).toBe(true);
  expect(normaliseEmail(stored)).toBe(stored);
});

test.each([
  '',
  'ada',
  'ada@company',
  'ada@company.c',
  'ada@почта.р',
  'ada@exa mple.com',
  'ada@-example.com',
  'ada@example.com.',
  'ada@example..com',
  'a@b@example.com',
  'a@b.example, c@d.example',
  'Ada <a@b.example> <c@d.example>',
  'ada@example.com<script>',
  'ada@127.0.0.1',
  'ada@xn--a.com/..',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
  `ada@${'a.'.repeat(125)}com`,
])('%s is not a valid address', (typed) => {
  expect(isEmail(normaliseEmail(typed))).toBe(false);
});

test('the pattern of the input accepts what the server accepts, as a person types it', () => {
  for (const typed of [
    'Ada@Example.com',
    'ada@müller.de',
    'ivan@почта.рф',
    'a@XN--80A1ACNY.xn--p1ai',
  ]) {
    expect(inputPattern.test(typed)).toBe(true);
  }
  for (const typed of ['ada@company.c', 'ada@почта.р', 'ada'])
    expect(inputPattern.test(typed)).toBe(false);
});

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
  const accepts = (email: string) => email.length <= longestEmail && pattern.test(email);
  for (const email of [...usual, ...longest]) {
    expect(accepts(email)).toBe(true);
    expect(accepts(email.toUpperCase())).toBe(true);
  }
  for (const email of [...incomplete, ...malformed, ...hostile, ...tooLong])
    expect(accepts(email)).toBe(false);
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
      expect(normal.length).toBeLessThanOrEqual(longestEmail);
    }),
    // The same inputs on every machine.
    { seed: 20_261_121, numRuns: 500 },
  );
});

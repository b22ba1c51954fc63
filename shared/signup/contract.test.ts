import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asSource,
  functionName,
  isEmail,
  normaliseEmail,
  refusal,
  signupErrors,
  signupLimits,
  signupPath,
  signupSchema,
} from './contract.ts';

const body = {
  email: 'ada@company.com',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 5000,
  userAgent: 'Browser/1.0',
};

describe('an address', () => {
  it.each([
    'ada@company.com',
    'a.b+tag@sub.company.co.uk',
    "o'neill@company.ie",
    'x@y.zz',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.company.com`,
  ])('is accepted: %s', (email) => expect(isEmail(email)).toBe(true));

  it.each([
    '',
    'ada',
    'ada@company',
    'ada@company.c',
    'ada@company.c0m',
    '@company.com',
    'ada@.com',
    'ada@company..com',
    'ada@-company.com',
    'ada b@company.com',
    'ada@company.com\nbcc: x@y.zz',
    '<script>@company.com',
    `${'a'.repeat(65)}@company.com`,
  ])('is refused: %j', (email) => expect(isEmail(email)).toBe(false));

  it('is compared without its letter case and the blanks around it', () => {
    expect(normaliseEmail('  Ada@Company.COM ')).toBe('ada@company.com');
  });
});

describe('a source', () => {
  it.each(['nav', 'hero', 'cta'])('keeps its name: %s', (s) => expect(asSource(s)).toBe(s));
  it.each(['footer', '', null, 7, ['nav']])('that we do not know counts as modal: %j', (source) => {
    expect(asSource(source)).toBe('modal');
  });
});

describe('a request body', () => {
  it('needs no token and no browser string, so that neither loses a prospect', () => {
    const { turnstileToken, userAgent, ...rest } = body;
    expect(signupSchema.parse(rest)).toMatchObject({ turnstileToken: null, userAgent: '' });
  });

  it('shortens a long browser string instead of refusing it', () => {
    const parsed = signupSchema.parse({ ...body, userAgent: 'x'.repeat(5000) });
    expect(parsed.userAgent).toHaveLength(512);
  });

  it('keeps of a browser string what a database can keep', () => {
    const cut = `${'x'.repeat(511)}😀`;
    expect(signupSchema.parse({ ...body, userAgent: 'a\0b' }).userAgent).toBe('ab');
    expect(signupSchema.parse({ ...body, userAgent: cut }).userAgent.isWellFormed()).toBe(true);
  });

  it.each([
    ['a missing address', { ...body, email: undefined }],
    ['a fill time that is no number', { ...body, formFillTime: '5000' }],
    ['a negative fill time', { ...body, formFillTime: -1 }],
    ['an endless fill time', { ...body, formFillTime: Number.POSITIVE_INFINITY }],
    ['a token past its greatest length', { ...body, turnstileToken: 'x'.repeat(2049) }],
    ['an empty token', { ...body, turnstileToken: '' }],
    ['a list', [body]],
    ['nothing', null],
  ])('with %s is refused', (_, value) => {
    expect(signupSchema.safeParse(value).success).toBe(false);
  });
});

it('a refusal carries its own text, and a wait only where one is given', () => {
  const { message } = signupErrors.rate_limited;
  const told = { ok: false, code: 'rate_limited', message };
  expect(refusal('rate_limited')).toEqual(told);
  expect(refusal('rate_limited', 0)).toEqual({ ...told, retryAfterSeconds: 0 });
});

it('pages and functions of another version find each other under names that stay', () => {
  expect({ functionName, signupPath }).toEqual({
    functionName: 'secure-signup',
    signupPath: '/api/signup',
  });
});

/** The same inputs on every machine. */
const seeded = { seed: 20_261_121, numRuns: 500 };
const check = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, seeded);

const anyText = fc.string({ unit: 'binary', maxLength: 400 });
const blanks = fc.stringMatching(/^[ \t\r\n\u00a0\ufeff]{0,4}$/);
const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9-]{0,10}[A-Za-z0-9])?$/);
const goodEmail = fc
  .record({
    local: fc.stringMatching(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,40}$/),
    labels: fc.array(label, { minLength: 1, maxLength: 4 }),
    suffix: fc.stringMatching(/^[A-Za-z]{2,10}$/),
  })
  .map(({ local, labels, suffix }) => `${local}@${[...labels, suffix].join('.')}`);

describe('whatever is sent, an address', () => {
  it('is read without an error, whatever it is, and normalising it twice changes nothing', () => {
    check(
      fc.property(anyText, (text) => {
        const once = normaliseEmail(text);
        expect(normaliseEmail(once)).toBe(once);
        expect(typeof isEmail(text)).toBe('boolean');
      }),
    );
  });

  it('of the usual form is accepted, in whatever case and between whatever blanks', () => {
    check(
      fc.property(goodEmail, blanks, blanks, (email, before, after) => {
        const normal = normaliseEmail(`${before}${email}${after}`);
        expect(normal).toBe(email.toLowerCase());
        expect(isEmail(normal)).toBe(true);
      }),
    );
  });

  it('that is accepted holds nothing that could break a line, a tag or a cell', () => {
    const nearly = fc.oneof(
      anyText,
      fc
        .tuple(goodEmail, fc.nat(30), fc.string({ maxLength: 2 }))
        .map(([email, at, text]) => email.slice(0, at) + text + email.slice(at)),
    );
    check(
      fc.property(nearly, (text) => {
        const normal = normaliseEmail(text);
        if (!isEmail(normal)) return;
        expect(normal).toMatch(/^[\x21-\x7e]+$/);
        expect(normal).not.toMatch(/[<>"(),:;[\]\\]/);
        expect(normal.split('@')).toHaveLength(2);
        expect(normal.length).toBeLessThanOrEqual(signupLimits.emailLength);
      }),
    );
  });
});

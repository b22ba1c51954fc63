import { describe, expect, it } from 'vitest';
import {
  asSource,
  functionName,
  isEmail,
  normaliseEmail,
  signupErrors,
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

it('every refusal has a client or server status and a sentence to read', () => {
  for (const { status, message } of Object.values(signupErrors)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message.trim()).not.toBe('');
  }
});

it('pages and functions of another version find each other under names that stay', () => {
  expect({ functionName, signupPath }).toEqual({
    functionName: 'secure-signup',
    signupPath: '/api/signup',
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asSource,
  defaultSource,
  isEmail,
  normaliseEmail,
  refusal,
  type SignupErrorCode,
  signupErrors,
  signupLimits,
  signupSchema,
  sources,
} from './contract.ts';

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

describe('an address', () => {
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

it('a source is one of ours, whatever was sent', () => {
  check(
    fc.property(fc.anything(), (value) => {
      expect([...sources, defaultSource]).toContain(asSource(value));
    }),
  );
});

it('a body is judged without an error, whatever it is, and what passes keeps its limits', () => {
  const almost = fc.record(
    {
      email: fc.oneof(anyText, fc.jsonValue()),
      source: fc.anything(),
      turnstileToken: fc.oneof(anyText, fc.constant(null), fc.anything()),
      formFillTime: fc.oneof(fc.double(), fc.anything()),
      userAgent: fc.oneof(fc.string({ maxLength: 2_000 }), fc.anything()),
      website: fc.anything(),
    },
    { requiredKeys: [] },
  );
  check(
    fc.property(fc.oneof(almost, fc.anything({ withNullPrototype: true })), (value) => {
      const { success, data } = signupSchema.safeParse(value);
      if (!success) return;
      expect(data.userAgent).not.toContain('\0');
      expect(data.userAgent.isWellFormed()).toBe(true);
      expect(data.userAgent.length).toBeLessThanOrEqual(signupLimits.userAgentLength);
      expect(data.turnstileToken?.length ?? 1).toBeLessThanOrEqual(signupLimits.tokenLength);
      expect(data.formFillTime).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('a refusal carries its own text, and a wait only where one is given', () => {
  const codes = Object.keys(signupErrors) as SignupErrorCode[];
  check(
    fc.property(
      fc.constantFrom(...codes),
      fc.option(fc.nat(), { nil: undefined }),
      (code, wait) => {
        const told = refusal(code, wait);
        expect(told.message).toBe(signupErrors[code].message);
        expect('retryAfterSeconds' in told).toBe(wait !== undefined);
      },
    ),
  );
});

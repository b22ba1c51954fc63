import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, normaliseEmail, signupErrors, signupLimits, signupTexts } from './contract.ts';
import { codeOf, createWorld, good } from './testing/handler-world.ts';

/** The same inputs on every machine. */
const seeded = { seed: 20_261_121, numRuns: 300 };
const check = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, seeded);

const known = new Set(Object.keys(signupErrors));
const anyText = fc.string({ unit: 'binary', maxLength: 300 });

/** Good fields and bad ones in every mixture, and bodies that are nothing of the kind. */
const body = fc.oneof(
  fc.json(),
  anyText,
  fc
    .record(
      {
        email: fc.oneof(fc.constant(good.email), anyText, fc.jsonValue()),
        source: fc.oneof(fc.constant('hero'), fc.jsonValue()),
        turnstileToken: fc.oneof(fc.constant(null), anyText, fc.jsonValue()),
        formFillTime: fc.oneof(fc.constant(2500), fc.jsonValue()),
        userAgent: fc.oneof(anyText, fc.jsonValue()),
        website: fc.oneof(fc.constant(''), anyText),
        __proto__: fc.jsonValue(),
        constructor: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);

test('whatever is sent, the answer is a success or a documented code, and the store sees only what is checked', async () => {
  await check(
    fc.asyncProperty(body, async (sent) => {
      const world = createWorld();
      const response = await world.post(sent);
      if (response.status === 200) {
        expect(await response.json()).toEqual({ message: signupTexts.success });
      } else expect(known).toContain(await codeOf(response));
      const saved = world.calls.flatMap(({ signup }) => (signup ? [signup] : []));
      expect(saved).toHaveLength(response.status === 200 ? 1 : 0);
      for (const { email, userAgent, formFillTimeMs } of saved) {
        expect(isEmail(email)).toBe(true);
        expect(normaliseEmail(email)).toBe(email);
        expect(userAgent.length).toBeLessThanOrEqual(signupLimits.userAgentLength);
        expect(formFillTimeMs).toBeGreaterThanOrEqual(signupLimits.minimumFillTimeMs);
      }
    }),
  );
});

test('whatever its headers and method say, it answers with a status of the table', async () => {
  const statuses = new Set([200, 204, ...Object.values(signupErrors).map(({ status }) => status)]);
  const value = fc.stringMatching(/^[\x21-\x7e]{0,80}$/);
  const headers = fc.dictionary(
    fc.constantFrom(
      'content-type',
      'origin',
      'apikey',
      'authorization',
      'x-forwarded-for',
      'cf-connecting-ip',
      'x-deckwright-visitor',
      'x-deckwright-proxy-secret',
    ),
    value,
  );
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD');
  await check(
    fc.asyncProperty(method, headers, body, async (name, sent, text) => {
      const world = createWorld({ acceptedKeys: ['key'], allowedOrigins: ['https://a.example'] });
      const hasBody = name !== 'GET' && name !== 'HEAD';
      const response = await world.send({
        method: name,
        headers: sent,
        ...(hasBody ? { body: text } : {}),
      });
      expect(statuses).toContain(response.status);
      const allowed = response.headers.get('access-control-allow-origin');
      expect([null, 'https://a.example']).toContain(allowed);
    }),
  );
});

test('a store that fails in whatever way is a 503 that tells nothing of it', async () => {
  await check(
    fc.asyncProperty(anyText, async (secret) => {
      const world = createWorld({ verdict: null, answers: [new Error(`!${secret}!`)] });
      const response = await world.post(good);
      expect(response.status).toBe(503);
      expect(await response.text()).not.toContain(`!${secret}!`);
    }),
  );
});

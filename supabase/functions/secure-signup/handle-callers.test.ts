import { describe, expect, test } from 'vitest';
import { proxySecretHeader, visitorHeader } from './contract.ts';
import { codeOf, createWorld, good, proxySecret } from './testing/handler-world.ts';

describe('whom a request is counted under', () => {
  const hashOf = async (headers: Record<string, string>, secret: string | null = proxySecret) => {
    const world = createWorld({ proxySecret: secret });
    await world.post(good, headers);
    return world.calls[0]?.attempt?.visitorHash;
  };
  const edge = { 'x-forwarded-for': '203.0.113.9, 10.0.0.1' };
  const claim = { [visitorHeader]: '192.0.2.7' };

  test('the proxy is believed with its secret, and with no other', async () => {
    const vouched = await hashOf({ ...edge, ...claim, [proxySecretHeader]: proxySecret });
    const unvouched = await hashOf(edge);
    expect(vouched).not.toBe(unvouched);
    expect(await hashOf({ ...edge, ...claim })).toBe(unvouched);
    expect(await hashOf({ ...edge, ...claim, [proxySecretHeader]: 'a guess' })).toBe(unvouched);
    expect(await hashOf({ ...edge, ...claim, [proxySecretHeader]: '' }, null)).toBe(unvouched);
  });

  test('the edge’s own header counts before one that a visitor can begin', async () => {
    const real = await hashOf({ 'x-forwarded-for': '203.0.113.9' });
    const seen = { 'cf-connecting-ip': '203.0.113.9', 'x-forwarded-for': '192.0.2.1, 203.0.113.9' };
    expect(await hashOf(seen)).toBe(real);
  });

  test('siteverify is not told an address that nobody knows', async () => {
    const world = createWorld();
    await world.post(good);
    expect(world.asked).toEqual([['token', null]]);
  });
});

describe('callers', () => {
  test.each([
    ['the key as apikey', { apikey: 'anon' }],
    ['the key as a bearer', { Authorization: 'Bearer publishable' }],
  ])('may show %s', async (_what, headers) => {
    const world = createWorld({ acceptedKeys: ['publishable', 'anon'] });
    expect((await world.post(good, headers)).status).toBe(200);
  });

  test.each([{ apikey: 'other' }, { Authorization: 'Bearer ' }])(
    'with %o are refused',
    async (headers) => {
      const world = createWorld({ acceptedKeys: ['publishable'] });
      expect(await codeOf(await world.post(good, headers))).toBe('unauthorized');
    },
  );
});

describe('browsers on other origins', () => {
  const allowedOrigins = ['https://site.example'];

  test('on the list are told what they may send', async () => {
    const response = await createWorld({ allowedOrigins }).send({
      method: 'OPTIONS',
      headers: { Origin: 'https://site.example' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://site.example');
    expect(response.headers.get('access-control-allow-headers')).toMatch(/\bx-region\b/);
    expect(response.headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    // A day: without it each sign-up would be asked about anew.
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    expect(response.headers.get('vary')).toBe('Origin');
  });

  test('on the list can read a health check', async () => {
    const response = await createWorld({ allowedOrigins }).send({
      headers: { Origin: 'https://site.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://site.example');
  });

  test.each(['https://site.example.evil.test', 'http://site.example', 'null'])(
    '%s is told nothing',
    async (Origin) => {
      const response = await createWorld({ allowedOrigins }).send({
        method: 'OPTIONS',
        headers: { Origin },
      });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    },
  );

  test('on the list can read an answer and how long to wait', async () => {
    const world = createWorld({ allowedOrigins });
    const response = await world.post(good, { Origin: 'https://site.example' });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://site.example');
    expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After');
  });
});

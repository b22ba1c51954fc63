import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptedSignup as signup } from '../../../shared/signup/testing/sign-ups.ts';
import { createRpcStore } from './rpc-store.ts';

const store = createRpcStore('https://project.supabase.example', 'sb_secret_of_the_test');
const asked = vi.spyOn(globalThis, 'fetch');

beforeEach(() => {
  asked.mockImplementation(async () => Response.json({ retryAfter: null, saved: true }));
});
afterEach(() => asked.mockReset());

const attempt = { visitorHash: 'ab12', limitPerHour: 10 };

/** What was sent, as PostgREST would read it. */
function sent() {
  const [url, init] = asked.mock.lastCall ?? [];
  const request = new Request(String(url), init);
  return { request, body: JSON.parse(String(init?.body)) as unknown, signal: init?.signal };
}

test('the function of the migration is called, as the role of the secret key', async () => {
  const saved = { saved: true, retryAfter: null };
  expect(await store.record(attempt, signup)).toEqual(saved);
  const { request } = sent();
  expect(request.method).toBe('POST');
  expect(request.url).toBe('https://project.supabase.example/rest/v1/rpc/secure_signup_save');
  expect(Object.fromEntries(request.headers)).toMatchObject({
    'content-type': 'application/json',
    apikey: 'sb_secret_of_the_test',
    authorization: 'Bearer sb_secret_of_the_test',
  });
});

test.each([
  ['both parts', attempt, signup, { visitor_hash: 'ab12', visitor_limit: 10, signup }],
  ['a count alone', attempt, null, { visitor_hash: 'ab12', visitor_limit: 10, signup: null }],
  ['a sign-up alone', null, signup, { visitor_hash: null, visitor_limit: null, signup }],
])(
  '%s: the parameters have the names of the migration, and a part left out is null',
  async (_what, counted, saved, body) => {
    await store.record(counted, saved);
    expect(sent().body).toEqual(body);
  },
);

test.each([401, 500])(
  'an answer of %i rejects, and its body and connection are let go of',
  async (status) => {
    const cancel = vi.fn();
    asked.mockResolvedValue(new Response(new ReadableStream({ cancel }), { status }));
    await expect(store.record(null, signup)).rejects.toThrow(`The database answered ${status}.`);
    expect(cancel).toHaveBeenCalled();
  },
);

test('an answer of something else rejects', async () => {
  asked.mockResolvedValue(Response.json('ok'));
  await expect(store.record(null, signup)).rejects.toThrow('something else');
});

test('a database that is silent is given up before the proxy’s 8 seconds are over', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => {
    expect(ms).toBeGreaterThanOrEqual(1000);
    expect(ms).toBeLessThan(8000);
    return AbortSignal.abort(new Error('given up'));
  });
  asked.mockImplementation(async (_url, init) => {
    init?.signal?.throwIfAborted();
    throw new Error('nobody watched the time');
  });
  await expect(store.record(null, signup)).rejects.toThrow('given up');
});

import { expect, test, vi } from 'vitest';
import { acceptedSignup as signup } from '../../../shared/signup/testing/sign-ups.ts';
import { createRpcStore } from './rpc-store.ts';

// The scenarios test the request and its role with a real database.
const store = createRpcStore('https://project.supabase.example', 'sb_secret_of_the_test', false);
const asked = vi.spyOn(globalThis, 'fetch');

test.each([401, 500])(
  'record rejects an answer of %i and releases its connection',
  async (status) => {
    const cancel = vi.fn();
    asked.mockResolvedValue(new Response(new ReadableStream({ cancel }), { status }));
    await expect(store.record(null, signup)).rejects.toThrow(`The database answered ${status}.`);
    expect(cancel).toHaveBeenCalled();
  },
);

test('record drops what a newer database adds to the answer', async () => {
  const answer = { retryAfter: null, saved: true };
  asked.mockResolvedValue(Response.json({ ...answer, more: 'of a newer one' }));
  expect(await store.record(null, signup)).toEqual(answer);
});

test.each([
  ['no fields', {}],
  ['a text where a boolean belongs', { retryAfter: null, saved: 'true' }],
  ['a text where a number belongs', { retryAfter: '1234', saved: false }],
])('record rejects an answer with %s, and names the cause', async (_what, answer) => {
  asked.mockResolvedValue(Response.json(answer));
  const message = 'secure_signup_save returned an unknown answer';
  const cause = expect.objectContaining({ message: expect.any(String) });
  await expect(store.record(null, signup)).rejects.toThrow(
    expect.objectContaining({ message, cause }),
  );
});

test('record gives up a silent database before the server gives up the function', async () => {
  const patience = vi.spyOn(AbortSignal, 'timeout');
  patience.mockReturnValueOnce(AbortSignal.abort(new Error('given up')));
  asked.mockImplementation(async (_url, init) => {
    init?.signal?.throwIfAborted();
    throw new Error('nobody watched the time');
  });
  await expect(store.record(null, signup)).rejects.toThrow('given up');
  expect(patience.mock.lastCall?.[0]).toBeLessThan(4000);
});

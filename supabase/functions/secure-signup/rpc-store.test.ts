import { expect, test, vi } from 'vitest';
import { acceptedSignup as signup } from '../../../shared/signup/testing/sign-ups.ts';
import { createRpcStore } from './rpc-store.ts';

// What it is asked, and as whom, the scenarios decide with a real database.
const store = createRpcStore('https://project.supabase.example', 'sb_secret_of_the_test');
const asked = vi.spyOn(globalThis, 'fetch');

test.each([401, 500])('an answer of %i rejects, and its connection is closed', async (status) => {
  const cancel = vi.fn();
  asked.mockResolvedValue(new Response(new ReadableStream({ cancel }), { status }));
  await expect(store.record(null, signup)).rejects.toThrow(`The database answered ${status}.`);
  expect(cancel).toHaveBeenCalled();
});

test('what a newer database says beside the answer is left out', async () => {
  const answer = { retryAfter: null, saved: true };
  asked.mockResolvedValue(Response.json({ ...answer, more: 'of a newer one' }));
  expect(await store.record(null, signup)).toEqual(answer);
});

test.each([
  ['no fields', {}],
  ['a text where a boolean belongs', { retryAfter: null, saved: 'true' }],
  ['a text where a number belongs', { retryAfter: '1234', saved: false }],
])('an answer of %s rejects, and the log is told why', async (_what, answer) => {
  asked.mockResolvedValue(Response.json(answer));
  const message = 'secure_signup_save answered with something else';
  const cause = expect.objectContaining({ message: expect.any(String) });
  await expect(store.record(null, signup)).rejects.toThrow(
    expect.objectContaining({ message, cause }),
  );
});

test('a database that is silent is given up before the proxy’s 8 seconds are over', async () => {
  const patience = vi.spyOn(AbortSignal, 'timeout');
  patience.mockReturnValueOnce(AbortSignal.abort(new Error('given up')));
  asked.mockImplementation(async (_url, init) => {
    init?.signal?.throwIfAborted();
    throw new Error('nobody watched the time');
  });
  await expect(store.record(null, signup)).rejects.toThrow('given up');
  expect(patience.mock.lastCall?.[0]).toBeLessThan(8000);
});

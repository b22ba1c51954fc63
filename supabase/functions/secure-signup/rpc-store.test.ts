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

test('an answer of something else rejects', async () => {
  asked.mockResolvedValue(Response.json('ok'));
  await expect(store.record(null, signup)).rejects.toThrow('something else');
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

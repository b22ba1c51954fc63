import { expect, test, vi } from 'vitest';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import { guardEntry } from './entry-guard.ts';

test('Four requests of one visitor are with the database at once, the others wait in their order, and another visitor waits for none', async () => {
  const ends: (() => void)[] = [];
  const entry = vi.fn(
    () => new Promise<EntryOutcome>((end) => ends.push(() => end({ end: 'ended' }))),
  );
  const guarded = guardEntry(entry);
  const shown = Array.from({ length: 10 }, (_, index) =>
    guarded.show(`link ${index}`, `request ${index}`, '192.0.2.1'),
  );
  const other = guarded.show('another link', 'request of another', '192.0.2.2');
  await vi.waitFor(() => expect(entry).toHaveBeenCalledTimes(5));
  expect(entry).toHaveBeenLastCalledWith(expect.anything(), 'request of another');
  ends[0]?.();
  await shown[0];
  await vi.waitFor(() => expect(entry).toHaveBeenCalledTimes(6));
  expect(entry).toHaveBeenLastCalledWith(expect.anything(), 'request 4');
  for (let index = 1; index < 11; index += 1) {
    await vi.waitFor(() => expect(ends[index]).toBeDefined());
    ends[index]?.();
  }
  await Promise.all([...shown, other]);
});

test('Past 60 changes by one link in an hour a refusal comes a second later. The next hour counts anew', async () => {
  let now = Date.parse('2026-11-23T10:30:00Z');
  const pause = vi.fn(async (_ms: number) => {});
  const guarded = guardEntry(
    async () => ({ end: 'ended' }),
    () => now,
    pause,
  );
  const change = () => guarded.change({ token: 'link', action: 'confirm' }, 'id', null);
  for (let times = 1; times <= 60; times += 1) await change();
  expect(pause).not.toHaveBeenCalled();
  expect(await change()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1800 });
  expect(pause).toHaveBeenCalledExactlyOnceWith(1_000);
  now += 1_800_000;
  expect(await change()).toEqual({ end: 'ended' });
});

import { afterEach, expect, test, vi } from 'vitest';
import type { EntryOutcome } from '../../shared/entry/entry.ts';
import { guardEntry } from './entry-guard.ts';

afterEach(() => vi.useRealTimers());

/** A guard in front of a database whose answers wait for the test. Time passes only when the test says so. */
function guardedSlowly() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ends: (() => void)[] = [];
  const entry = vi.fn(
    () => new Promise<EntryOutcome>((end) => ends.push(() => end({ end: 'ended' }))),
  );
  const { show } = guardEntry(entry);
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { entry, ends, show, pass };
}

test('Four requests of one visitor are with the database at once, the others wait in their order, and another visitor waits for none', async () => {
  const { entry, ends, show, pass } = guardedSlowly();
  const shown = Array.from({ length: 10 }, (_, index) =>
    show(`link ${index}`, `request ${index}`, '192.0.2.1'),
  );
  const other = show('another link', 'request of another', '192.0.2.2');
  await pass(0);
  expect(entry).toHaveBeenCalledTimes(5);
  expect(entry).toHaveBeenLastCalledWith(expect.anything(), 'request of another');
  ends[0]?.();
  await pass(0);
  expect(entry).toHaveBeenCalledTimes(6);
  expect(entry).toHaveBeenLastCalledWith(expect.anything(), 'request 4');
  for (let index = 1; index < 11; index += 1) {
    ends[index]?.();
    await pass(0);
  }
  expect(await Promise.all([...shown, other])).toEqual(Array(11).fill({ end: 'ended' }));
});

test('A request that waits half a second behind others of its visitor is answered as unavailable, and never reaches the database', async () => {
  const { entry, ends, show, pass } = guardedSlowly();
  const shown = Array.from({ length: 5 }, (_, index) => show(`link ${index}`, 'id', '192.0.2.1'));
  await pass(500);
  expect(await shown[4]).toEqual({ end: 'unavailable' });
  for (const end of ends) end();
  await Promise.all(shown);
  expect(entry).toHaveBeenCalledTimes(4);
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
  expect(await change()).toMatchObject({
    refused: { code: 'rate_limited', retryAfterSeconds: 1800 },
  });
  expect(pause).toHaveBeenCalledExactlyOnceWith(1_000);
  now += 1_800_000;
  expect(await change()).toEqual({ outcome: { end: 'ended' } });
});

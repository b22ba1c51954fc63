import { expect, it } from 'vitest';
import { createPlayback, type Phase, timetable } from './playback.ts';

/** A playback with a clock that is set by hand. */
function played() {
  const shown: (Phase | undefined)[] = [];
  let timers: { callback: () => void; at: number }[] = [];
  const playback = createPlayback(
    (phase) => shown.push(phase),
    (callback, at) => {
      const timer = { callback, at };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  );
  const passTo = (time: number) => {
    const due = timers.filter(({ at }) => at <= time);
    timers = timers.filter(({ at }) => at > time);
    for (const { callback } of due) callback();
  };
  return { ...playback, shown, passTo, waiting: () => timers.length };
}

it('rests until it is started, then shows every phase in its time and ends', () => {
  const { start, shown, passTo } = played();
  passTo(10_000);
  expect(shown).toEqual(['resting']);
  start();
  passTo(399);
  expect(shown).toEqual(['resting']);
  passTo(2100);
  expect(shown).toEqual(['resting', 'marking', 'writing', 'drafting']);
  passTo(4000);
  expect(shown.at(-1)).toBeUndefined();
});

it.each([0, ...timetable.map(([at]) => at)])('can be ended at %i ms, for good', (at) => {
  const { start, end, shown, passTo, waiting } = played();
  start();
  passTo(at);
  end();
  expect(shown.at(-1)).toBeUndefined();
  expect(waiting()).toBe(0);
  const before = shown.length;
  start();
  end();
  passTo(10_000);
  expect(shown).toHaveLength(before);
});

it('plays once, however often it is started', () => {
  const { start, shown, passTo } = played();
  start();
  start();
  passTo(4000);
  expect(shown).toEqual(['resting', 'marking', 'writing', 'drafting', undefined]);
});

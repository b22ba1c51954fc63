import { expect, it } from 'vitest';
import { createPlayback, endsAt, type Part, timetable } from './playback.ts';

const parts = timetable.map(([, part]) => part);

/** A playback with a clock that is set by hand. */
function played() {
  const shown: (Part | 'end')[] = [];
  let timers: { callback: () => void; at: number }[] = [];
  const playback = createPlayback(
    { begin: (part) => shown.push(part), end: () => shown.push('end') },
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

it('rests until it is started, then begins every part in its time and ends', () => {
  const { start, shown, passTo } = played();
  passTo(10_000);
  expect(shown).toEqual(['playing']);
  start();
  passTo(399);
  expect(shown).toEqual(['playing']);
  passTo(2100);
  expect(shown).toEqual(['playing', 'marking', 'writing', 'drafting']);
  passTo(endsAt - 1);
  expect(shown).toEqual(['playing', ...parts]);
  passTo(endsAt);
  expect(shown.at(-1)).toBe('end');
});

it.each([0, ...timetable.map(([at]) => at), endsAt])('can be ended at %i ms, for good', (at) => {
  const { start, end, shown, passTo, waiting } = played();
  start();
  passTo(at);
  end();
  expect(shown.at(-1)).toBe('end');
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
  passTo(endsAt);
  expect(shown).toEqual(['playing', ...parts, 'end']);
});

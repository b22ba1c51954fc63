/**
 * The parts of the transformation and when each begins, in milliseconds. A part stays until the end, and
 * playback.css says what it shows; many small parts keep each change of styles under a frame.
 */
export const timetable = [
  [400, 'marking'],
  [1400, 'writing'],
  [2100, 'drafting'],
  [2130, 'turning'],
  [2200, 'listing'],
  [2260, 'clearing'],
  [2500, 'titling'],
  [2900, 'charting'],
  [3000, 'filling'],
] as const;

export const endsAt = 4000;

export type Part = 'playing' | (typeof timetable)[number][1];

/** Calls back after that many milliseconds. @returns what cancels it. */
type Timer = (callback: () => void, milliseconds: number) => () => void;

const browserTimer: Timer = (callback, milliseconds) => {
  const id = setTimeout(callback, milliseconds);
  return () => clearTimeout(id);
};

interface Stage {
  begin: (part: Part) => void;
  end: () => void;
}

/** Plays the transformation once: it rests until it is started; ended, it stays so. */
export function createPlayback(stage: Stage, timer = browserTimer) {
  let state: 'opened' | 'started' | 'ended' = 'opened';
  let pending: (() => void)[] = [];
  stage.begin('playing');

  function end() {
    if (state === 'ended') return;
    state = 'ended';
    for (const cancel of pending) cancel();
    stage.end();
  }

  function start() {
    if (state !== 'opened') return;
    state = 'started';
    pending = timetable.map(([at, part]) => timer(() => stage.begin(part), at));
    pending.push(timer(end, endsAt));
  }

  return { start, end };
}

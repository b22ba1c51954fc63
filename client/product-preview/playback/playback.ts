/** The parts of the transformation, in order; what each shows is in playback.css. */
export type Phase = 'resting' | 'marking' | 'writing' | 'drafting';

/** When each part begins, in milliseconds from the start; `undefined` is the end. */
export const timetable: readonly (readonly [at: number, phase: Phase | undefined])[] = [
  [400, 'marking'],
  [1400, 'writing'],
  [2100, 'drafting'],
  [4000, undefined],
];

/** Calls back after that many milliseconds. @returns what cancels it. */
type Timer = (callback: () => void, milliseconds: number) => () => void;

const browserTimer: Timer = (callback, milliseconds) => {
  const id = setTimeout(callback, milliseconds);
  return () => clearTimeout(id);
};

/** Plays the transformation once: opened, it rests until it is started; ended, it stays so. */
export function createPlayback(show: (phase: Phase | undefined) => void, timer = browserTimer) {
  let state: 'opened' | 'started' | 'ended' = 'opened';
  let pending: (() => void)[] = [];
  show('resting');

  function end() {
    if (state === 'ended') return;
    state = 'ended';
    for (const cancel of pending) cancel();
    pending = [];
    show(undefined);
  }

  function start() {
    if (state !== 'opened') return;
    state = 'started';
    pending = timetable.map(([at, phase]) => timer(phase ? () => show(phase) : end, at));
  }

  return { start, end };
}

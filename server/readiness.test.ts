import { expect, test, vi } from 'vitest';
import { watchReadiness } from './readiness.ts';

/** What a backend that is lost says. */
const gone = Promise.reject(new Error('gone'));
gone.catch(() => {});

function watched() {
  vi.useFakeTimers();
  const lines: string[] = [];
  const state = { answer: Promise.resolve(), asked: 0 };
  const requireReady = async () => {
    state.asked += 1;
    return state.answer;
  };
  const write = (fields: object, message: string) =>
    void lines.push([message, ...Object.values(fields)].join(', '));
  const log = { info: write, warn: write } as Parameters<typeof watchReadiness>[1];
  return { state, lines, watch: watchReadiness({ name: 'postgres', requireReady }, log) };
}

test('many who ask at once, and within a second, ask the backend once', async () => {
  const { state, watch } = watched();
  await Promise.all([watch.check(), watch.check()]);
  await watch.check();
  expect(state.asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await watch.check()).toEqual({ ready: true });
  expect(state.asked).toBe(2);
});

test('each change is logged once, whoever asks, and a first one that is late is none', async () => {
  const { state, lines, watch } = watched();
  for (const answer of [gone, state.answer, state.answer, gone, gone, state.answer]) {
    state.answer = answer;
    await watch.check();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toEqual([
    'ready, postgres',
    'backend lost, postgres, gone',
    'backend back, postgres',
  ]);
});

test('a loss is found where nobody asks, and read without asking', async () => {
  const { state, lines, watch } = watched();
  expect(watch.isReady()).toBe(false);
  await watch.check();
  expect(watch.isReady()).toBe(true);
  state.answer = gone;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(watch.isReady()).toBe(false);
  expect(lines).toEqual(['ready, postgres', 'backend lost, postgres, gone']);
});

test('a backend that does not answer is not ready', async () => {
  const { state, watch } = watched();
  state.answer = new Promise(() => {});
  const answer = watch.check();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await answer).toEqual({ ready: false, reason: 'no answer within 2000 ms' });
});

test('a server that stops sends traffic elsewhere, and logs nothing of the backend any more', async () => {
  const { state, lines, watch } = watched();
  await watch.check();
  await vi.advanceTimersByTimeAsync(1_000);
  state.answer = gone;
  const underWay = watch.check();
  watch.drain();
  await underWay;
  expect(await watch.check()).toEqual({ ready: false, reason: 'shutting down' });
  expect(watch.isReady()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual(['ready, postgres']);
});

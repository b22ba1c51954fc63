import { expect, test, vi } from 'vitest';
import { refusal, type SignupErrorCode } from '../../shared/signup/outcomes.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createQueue, type Queue } from './queue.ts';
import { type SendQueued, startReplay } from './replay.ts';

type Answer = [SignupErrorCode, isAnswered: boolean];
const [ann, bob] = ['ann@outbox.example', 'bob@outbox.example'];

/** Starts to send two waiting sign-ups. Ann’s gets each of these answers once. Every other call saves. */
async function start(answers: Answer[], minTimeout = 1) {
  const folder = temporaryFolder();
  const file = createSqliteFile(folder);
  const queue = createQueue(file);
  for (const email of [ann, bob]) await queue.add({ ...acceptedSignup, email });
  const coming = [...answers];
  const sent: string[] = [];
  const warned: string[] = [];
  const send: SendQueued = async ({ email }) => {
    sent.push(email);
    const answer = email === ann ? coming.shift() : undefined;
    if (!answer) return { ok: true, isAnswered: true };
    const [code, isAnswered] = answer;
    return { ...refusal(code), isAnswered };
  };
  const log = { ...silentLog, warn: ({ err }: { err: Error }) => void warned.push(String(err)) };
  const waits = { minTimeout, maxTimeout: minTimeout };
  const replay = startReplay(queue, send, log, waits);
  atEnd(file.close);
  atEnd(replay.stop);
  const left = () => readSqlite(folder, 'select email, refused_as from signup_outbox');
  return { sent, warned, replay, left };
}

const often = { interval: 5 };

const unanswered: Answer[] = [
  ['upstream_fetch', false],
  ['upstream_relay', false],
  ['unavailable', false],
];
const noVerdict: Answer[] = Array(12).fill(['unauthorized', true]);
const invalid: Answer[] = [['invalid_email', true]];
const again = (times: number) => Array<string>(times).fill(ann);

test.each<[string, Answer[], sent: string[], setAs?: string]>([
  ['sends the oldest sign-up first', [], [ann, bob]],
  ['repeats a sign-up before others when no answer came', unanswered, [...again(4), bob]],
  ['repeats a sign-up after others until it gets a verdict', noVerdict, [ann, bob, ...again(12)]],
  ['sets a sign-up aside at a verdict that stays the same', invalid, [ann, bob], 'invalid_email'],
])('the replay %s', async (_what, answers, expected, refused_as) => {
  const { sent, left, replay } = await start(answers);
  const rows = refused_as ? [{ email: ann, refused_as }] : [];
  await expect.poll(() => [sent, left()], often).toEqual([expected, rows]);
  const counts = { depth: 0, refused: rows.length };
  await expect.poll(replay.counts, often).toMatchObject(counts);
});

test('the log names the code while a sign-up waits because of a wrong secret', async () => {
  const { sent, warned } = await start([['unauthorized', true]]);
  await expect.poll(() => sent, often).toEqual([ann, bob, ann]);
  expect(warned).toEqual([expect.stringContaining('unauthorized')]);
});

test('the replay sends nothing after it was stopped in a long wait', async () => {
  const { sent, replay } = await start(unanswered, 3_600_000);
  await expect.poll(() => sent, often).toEqual([ann]);
  await replay.stop();
  expect(sent).toEqual([ann]);
});

test('the replay tries again at least once a minute, however long the function is away', async () => {
  vi.useFakeTimers();
  const send = vi.fn<SendQueued>(async () => ({ ...refusal('upstream_fetch'), isAnswered: false }));
  const queue = {
    counts: async () => ({ depth: 1, oldestSeconds: 0, refused: 0 }),
    next: async () => ({ id: 1, signup: acceptedSignup }),
  } as unknown as Queue;
  const replay = startReplay(queue, send, silentLog);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  send.mockClear();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await replay.stop();
  vi.useRealTimers();
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(10);
});

import { expect, test } from 'vitest';
import { refusal, type SignupErrorCode } from '../../shared/signup/outcomes.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { readSqlite } from '../testing/read-sqlite.ts';
import { silentLog } from '../testing/silent-log.ts';
import { createQueue } from './queue.ts';
import { type Fault, type SendKept, startReplay } from './replay.ts';

type Answer = [SignupErrorCode, Fault];
const [ann, bob] = ['ann@outbox.example', 'bob@outbox.example'];

/** Starts to send what waits; each of these answers to ann is used once, then all is well. */
async function start(answers: Answer[], minTimeout = 1) {
  const folder = temporaryFolder();
  const file = createSqliteFile(folder);
  const queue = createQueue(file);
  for (const email of [ann, bob]) await queue.keep({ ...acceptedSignup, email });
  const coming = [...answers];
  const sent: string[] = [];
  const warned: string[] = [];
  const send: SendKept = async ({ email }) => {
    sent.push(email);
    const [code, fault] = (email === ann && coming.shift()) || [];
    return code && fault ? { ...refusal(code), fault } : { ok: true };
  };
  const log = { ...silentLog, warn: ({ err }: { err: Error }) => void warned.push(String(err)) };
  const waits = { minTimeout, maxTimeout: minTimeout };
  const replay = startReplay(queue, send, log, waits);
  atEnd(file.close);
  atEnd(replay.stop);
  const left = () => readSqlite(folder, 'select email, refused_as from outbox');
  return { sent, warned, replay, left };
}

const patience = { timeout: 20_000, interval: 5 };

const unreached: Answer[] = [
  ['upstream_fetch', 'unreached'],
  ['upstream_relay', 'unreached'],
  ['unavailable', 'unreached'],
];
const busy: Answer[] = Array(12).fill(['unavailable', 'server']);
const refused: Answer[] = Array(99).fill(['upstream_http', 'request']);
const invalid: Answer[] = [['invalid_email', 'request']];
const again = (times: number) => Array<string>(times).fill(ann);

test.each<[string, Answer[], sent: string[], setAs?: string]>([
  ['the oldest is sent first', [], [ann, bob]],
  ['while nobody is reached, nobody loses their turn', unreached, [...again(4), bob]],
  ['what fails lets others go first, and is tried for ever', busy, [ann, bob, ...again(12)]],
  ['what is always refused is set aside', refused, [ann, bob, ...again(9)], 'upstream_http'],
  ['a verdict about it sets it aside at once', invalid, [ann, bob], 'invalid_email'],
])('%s', async (_what, answers, expected, refused_as) => {
  const { sent, left, replay } = await start(answers);
  const rows = refused_as ? [{ email: ann, refused_as }] : [];
  await expect.poll(() => [sent, left()], patience).toEqual([expected, rows]);
  const counts = { depth: 0, refused: rows.length };
  await expect.poll(replay.counts, patience).toMatchObject(counts);
});

test('the log says why something waits, also where it is a secret that is not the function’s', async () => {
  const { sent, warned } = await start([['unauthorized', 'request']]);
  await expect.poll(() => sent, patience).toEqual([ann, bob, ann]);
  expect(warned).toEqual([expect.stringContaining('unauthorized')]);
});

test('once stopped, replay sends nothing more, however long it was to wait', async () => {
  const { sent, replay } = await start(unreached, 3_600_000);
  await expect.poll(() => sent, patience).toEqual([ann]);
  await replay.stop();
  expect(sent).toEqual([ann]);
});

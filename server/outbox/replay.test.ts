import { expect, onTestFinished, test } from 'vitest';
import { refusal, type SignupErrorCode } from '../../shared/signup/contract.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { silentLog } from '../testing/silent-log.ts';
import type { Kept, Queue } from './queue.ts';
import { type Fault, type SendKept, startReplay } from './replay.ts';

const accepted = (email: string) => ({ ...acceptedSignup, email });

/** A queue in memory that writes down what is done with it. */
function createFakeQueue(emails: string[]) {
  const waiting: Kept[] = emails.map((email, id) => ({ id, signup: accepted(email), tries: 0 }));
  const did: string[] = [];
  const take = (what: string, kept: Kept) => {
    did.push(`${what} ${kept.signup.email}`);
    waiting.splice(waiting.indexOf(kept), 1);
  };
  const queue: Queue = {
    keep: async (signup) => waiting.push({ id: waiting.length, signup, tries: 0 }) > 0,
    next: async () => waiting.toSorted((a, b) => a.tries - b.tries || a.id - b.id)[0] ?? null,
    remove: async (kept) => take('sent', kept),
    setAside: async (kept, code) => take(code, kept),
    countTry: async (kept) => {
      kept.tries += 1;
      did.push(`tried ${kept.signup.email}`);
    },
    counts: async () => ({ depth: waiting.length, oldestSeconds: 0, refused: 0 }),
  };
  return { queue, did };
}

type Answer = 'ok' | [SignupErrorCode, Fault];

/** Starts to send what waits; each answer of an address is used once, then all is well. */
function start(
  emails: string[],
  answers: Record<string, Answer[]> = {},
  changes: Partial<Queue> = {},
  waits = { minTimeout: 1, maxTimeout: 2 },
) {
  const { queue, did } = createFakeQueue(emails);
  const warned: string[] = [];
  const asked: string[] = [];
  const send: SendKept = async ({ email }) => {
    asked.push(email);
    const answer = answers[email]?.shift() ?? 'ok';
    if (answer === 'ok') return { ok: true };
    const [code, fault] = answer;
    return { ...refusal(code), fault };
  };
  const log = { ...silentLog, warn: ({ err }: { err: Error }) => void warned.push(String(err)) };
  const replay = startReplay({ queue: { ...queue, ...changes }, send, log, waits });
  onTestFinished(replay.stop);
  return { queue, did, warned, asked, replay };
}

const patience = { timeout: 20_000, interval: 5 };

const unreached: Answer[] = ['upstream_fetch', 'upstream_relay', 'unavailable'].map((code) => [
  code as SignupErrorCode,
  'unreached',
]);

test.each<[string, Record<string, Answer[]>, string[]]>([
  ['the oldest is sent first', {}, ['sent a', 'sent b']],
  [
    'while the function is out of reach, or too busy here, nobody loses their turn',
    { a: unreached },
    ['sent a', 'sent b'],
  ],
  [
    'a failure that was answered lets the others go first, and is tried for ever',
    { a: Array(12).fill(['unavailable', 'server']) },
    ['tried a', 'sent b', ...Array(11).fill('tried a'), 'sent a'],
  ],
  [
    'one that the platform refuses every time holds up nobody, and is set aside',
    { a: Array(99).fill(['upstream_http', 'request']) },
    ['tried a', 'sent b', ...Array(8).fill('tried a'), 'upstream_http a'],
  ],
  [
    'a verdict about the sign-up itself sets it aside at once',
    { a: [['invalid_email', 'request']] },
    ['invalid_email a', 'sent b'],
  ],
])('%s', async (_what, answers, expected) => {
  const { did } = start(['a', 'b'], answers);
  await expect.poll(() => did, patience).toEqual(expected);
});

test('the log says why something waits, also where it is a secret that is not the function’s', async () => {
  const { did, warned } = start(['a'], { a: [['unauthorized', 'request']] });
  await expect.poll(() => did, patience).toEqual(['tried a', 'sent a']);
  expect(warned).toEqual([expect.stringContaining('unauthorized')]);
});

test('what another process put back is found without being told', async () => {
  const { queue, did } = start([]);
  await queue.keep(accepted('a'));
  await expect.poll(() => did, patience).toEqual(['sent a']);
});

test('a queue that could not be read for a while is read again', async () => {
  let failures = 3;
  const next = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('closed');
    return null;
  };
  start(['a'], {}, { next });
  await expect.poll(() => failures, patience).toBeLessThan(0);
});

test('once stopped it sends nothing more, however long it was to wait', async () => {
  const hour = { minTimeout: 3_600_000, maxTimeout: 3_600_000 };
  const { asked, replay } = start(['a'], { a: [...unreached] }, {}, hour);
  await expect.poll(() => asked, patience).toEqual(['a']);
  await replay.stop();
  expect(asked).toEqual(['a']);
});

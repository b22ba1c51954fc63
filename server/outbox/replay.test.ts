import { afterEach, expect, test } from 'vitest';
import { refusal, type SignupErrorCode } from '../../shared/signup/contract.ts';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import { silentLog } from '../testing/silent-log.ts';
import type { Kept, Queue } from './queue.ts';
import { type Fault, type Replay, type SendKept, startReplay } from './replay.ts';

const accepted = (email: string): AcceptedSignup => ({
  email,
  source: 'hero',
  botCheck: 'passed',
  userAgent: '',
  formFillTimeMs: 2000,
  limitPerAddressDay: 5,
});

let replay: Replay | undefined;
afterEach(() => replay?.stop());

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
function start(emails: string[], answers: Record<string, Answer[]>) {
  const { queue, did } = createFakeQueue(emails);
  const send: SendKept = async ({ email }) => {
    const answer = answers[email]?.shift() ?? 'ok';
    if (answer === 'ok') return { ok: true };
    const [code, fault] = answer;
    return { ...refusal(code), fault };
  };
  replay = startReplay({ queue, send, log: silentLog, waits });
  return { queue, did };
}

const waits = { minTimeout: 1, maxTimeout: 2 };
const patience = { timeout: 20_000, interval: 5 };

test('the oldest is sent first', async () => {
  const { did } = start(['a', 'b', 'c'], {});
  await expect.poll(() => did, patience).toEqual(['sent a', 'sent b', 'sent c']);
});

test('while the function is out of reach, or too busy here, nobody loses their turn', async () => {
  const { did } = start(['a', 'b'], {
    a: [
      ['upstream_fetch', 'unreached'],
      ['upstream_relay', 'unreached'],
      ['unavailable', 'unreached'],
    ],
  });
  await expect.poll(() => did, patience).toEqual(['sent a', 'sent b']);
});

test('a failure that was answered lets the others go first, and is tried for ever', async () => {
  const { did } = start(['a', 'b'], { a: Array(12).fill(['unavailable', 'server']) });
  await expect
    .poll(() => did, patience)
    .toEqual(['tried a', 'sent b', ...Array(11).fill('tried a'), 'sent a']);
});

test('one that the platform refuses every time holds up nobody, and is set aside', async () => {
  const { did } = start(['a', 'b'], { a: Array(99).fill(['upstream_http', 'request']) });
  await expect
    .poll(() => did, patience)
    .toEqual(['tried a', 'sent b', ...Array(8).fill('tried a'), 'upstream_http a']);
});

test('a verdict about the sign-up itself sets it aside at once', async () => {
  const { did } = start(['a', 'b'], { a: [['invalid_email', 'request']] });
  await expect.poll(() => did, patience).toEqual(['invalid_email a', 'sent b']);
});

test('the log says why something waits, also where it is a secret that is not the function’s', async () => {
  const { queue, did } = createFakeQueue(['a']);
  const warned: unknown[] = [];
  const answers = [{ ...refusal('unauthorized'), fault: 'request' } as const];
  replay = startReplay({
    queue,
    send: async () => answers.shift() ?? { ok: true },
    log: { ...silentLog, warn: ({ err }: { err: Error }) => void warned.push(err) },
    waits,
  });
  await expect.poll(() => did, patience).toEqual(['tried a', 'sent a']);
  expect(String(warned)).toContain('unauthorized');
});

test('what another process put back is found without being told', async () => {
  const { queue, did } = createFakeQueue([]);
  const send: SendKept = async () => ({ ok: true });
  replay = startReplay({ queue, send, log: silentLog, waits });
  await queue.keep(accepted('a'));
  await expect.poll(() => did, patience).toEqual(['sent a']);
});

test('a queue that could not be read for a while is read again', async () => {
  const { queue, did } = createFakeQueue(['a']);
  let failures = 3;
  const next = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('closed');
    return queue.next();
  };
  const send: SendKept = async () => ({ ok: true });
  replay = startReplay({ queue: { ...queue, next }, send, log: silentLog, waits });
  await expect.poll(() => did, patience).toEqual(['sent a']);
});

test('once stopped it sends nothing more, however long it was to wait', async () => {
  const { queue } = createFakeQueue(['a']);
  let sent = 0;
  const asked = Promise.withResolvers<void>();
  replay = startReplay({
    queue,
    send: async () => {
      sent += 1;
      asked.resolve();
      return { ...refusal('upstream_fetch'), fault: 'unreached' };
    },
    log: silentLog,
    waits: { minTimeout: 3_600_000, maxTimeout: 3_600_000 },
  });
  await asked.promise;
  await replay.stop();
  expect(sent).toBe(1);
});

import { afterEach, expect, test } from 'vitest';
import { refusal, type SignupErrorCode, type SignupOutcome } from '../../shared/signup/contract.ts';
import type { AcceptedSignup } from '../../shared/signup/ports.ts';
import { silentLog } from '../testing/silent-log.ts';
import type { Kept, Queue } from './queue.ts';
import { type Replay, startReplay } from './replay.ts';

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
  const waiting: Kept[] = emails.map((email) => ({ id: email, signup: accepted(email) }));
  const did: string[] = [];
  const take = (what: string, { id }: Kept) => {
    did.push(`${what} ${id}`);
    waiting.splice(
      waiting.findIndex((kept) => kept.id === id),
      1,
    );
  };
  const queue: Queue = {
    keep: async (signup) => void waiting.push({ id: signup.email, signup }),
    next: async () => waiting[0] ?? null,
    remove: async (kept) => take('sent', kept),
    setAside: async (kept, code) => take(code, kept),
    countTry: async ({ id }) => void did.push(`tried ${id}`),
    sweep: async () => void did.push('swept'),
  };
  return { queue, did };
}

/** Starts to send what waits; each answer is used once, then all is well. */
function start(emails: string[], answers: (SignupErrorCode | 'ok')[]) {
  const { queue, did } = createFakeQueue(emails);
  const send = async (): Promise<SignupOutcome> => {
    const answer = answers.shift() ?? 'ok';
    return answer === 'ok' ? { ok: true } : refusal(answer);
  };
  replay = startReplay({ queue, send, log: silentLog, firstWaitMs: 1, longestWaitMs: 2 });
  return { queue, did };
}

const patience = { timeout: 20_000, interval: 5 };

test('sends the oldest first, and sweeps when none is left', async () => {
  const { did } = start(['a', 'b', 'c'], []);
  await expect.poll(() => did, patience).toEqual(['sent a', 'sent b', 'sent c', 'swept']);
});

test('does not go on to the next while the function is out of reach', async () => {
  const { did } = start(['a', 'b'], ['upstream_fetch', 'upstream_relay', 'rate_limited']);
  await expect.poll(() => did, patience).toEqual(['sent a', 'sent b', 'swept']);
});

test('says in the log why something waits, also where it is a secret that is not the function’s', async () => {
  const { queue, did } = createFakeQueue(['a']);
  const warned: unknown[] = [];
  const answers = [refusal('unauthorized'), { ok: true } as const];
  replay = startReplay({
    queue,
    send: async () => answers.shift() ?? { ok: true },
    log: { ...silentLog, warn: (about: unknown) => void warned.push(about) },
    firstWaitMs: 1,
  });
  await expect.poll(() => did, patience).toEqual(['sent a', 'swept']);
  expect(warned).toEqual([{ kept: 'a', code: 'unauthorized' }]);
});

test('counts the tries that were answered with a failure', async () => {
  const { did } = start(['a'], ['unavailable', 'upstream_http', 'unauthorized']);
  await expect.poll(() => did, patience).toEqual(['tried a', 'tried a', 'sent a', 'swept']);
});

test('keeps aside what the function refuses for good, and goes on', async () => {
  const { did } = start(['a', 'b'], ['invalid_email']);
  await expect.poll(() => did, patience).toEqual(['invalid_email a', 'sent b', 'swept']);
});

test('wakes for what is kept while nothing waits', async () => {
  const { queue, did } = start(['a'], []);
  await expect.poll(() => did, patience).toContain('swept');
  await queue.keep(accepted('b'));
  replay?.wake();
  await expect.poll(() => did, patience).toEqual(['sent a', 'swept', 'sent b', 'swept']);
});

test('goes on when the queue could not be read for a while', async () => {
  const { queue, did } = createFakeQueue(['a']);
  let failures = 3;
  const next = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('closed');
    return queue.next();
  };
  replay = startReplay({
    queue: { ...queue, next },
    send: async () => ({ ok: true }),
    log: silentLog,
    firstWaitMs: 1,
  });
  await expect.poll(() => did, patience).toEqual(['sent a', 'swept']);
});

test('sends nothing more once it is stopped, however long it was to wait', async () => {
  const { queue } = createFakeQueue(['a']);
  let sent = 0;
  const asked = Promise.withResolvers<void>();
  replay = startReplay({
    queue,
    send: async () => {
      sent += 1;
      asked.resolve();
      return refusal('upstream_fetch');
    },
    log: silentLog,
    firstWaitMs: 3_600_000,
    longestWaitMs: 3_600_000,
  });
  await asked.promise;
  replay.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toBe(1);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, test, vi } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { freePort } from '../support/free-port.ts';
import { type Site, sites } from './events-sites.ts';

/** Each has two or three events: a sign-up, a confirmation, and every fourth a removal. */
const people = 4_450;
const secret = `whsec_${btoa('a secret of thirty-two characters')}`;

/** An event as the receiver wrote it. */
interface Received {
  id: string;
  type: string;
  /** The hash of the address. */
  person: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Keeps a receiver running: starts another one whenever it ends, until the test ends. */
async function keepReceiving(port: number, file: string): Promise<{ errors: string[] }> {
  const errors: string[] = [];
  let isOver = false;
  const run = async (): Promise<void> => {
    const words = [fromRoot('tests/faults/event-receiver.ts'), String(port), file, secret];
    const receiver = startProgram([process.execPath, ...words], process.env);
    atEnd(() => {
      isOver = true;
    });
    const { err } = await receiver.ended;
    if (/Error/.test(err)) errors.push(err);
    if (!isOver) await run();
  };
  void run();
  return { errors };
}

/** Requests that the test sends at once. */
const atOnce = 8;

/** Sends a request about an entry, and expects its end. */
async function ask({ backend }: Site, token: string, action: string, end: string) {
  const outcome = await backend.entry?.({ token, action }, 'test');
  expect(outcome?.end).toBe(end);
  return outcome;
}

/** Signs a person up, who then confirms. Returns the token of the person’s link. */
async function signUpAndConfirm(site: Site, number: number): Promise<string> {
  const email = `p${number}@events.example`;
  const sender = { requestId: 'test', visitor: '203.0.113.7' };
  const outcome = await site.backend.submit({ ...sentSignup, email }, sender);
  expect(outcome).toMatchObject({ ok: true });
  const token = await site.addLink(email);
  await ask(site, token, 'confirm', 'confirmed');
  return token;
}

test.each(sites)(
  '$name: each event reaches a receiver that is killed and slow at random, signed, in order for one person, and none after the removal',
  async ({ start }) => {
    const port = await freePort();
    const received = join(temporaryFolder(), 'received.jsonl');
    const settings = { SIGNUP_EVENT_URL: `http://127.0.0.1:${port}`, SIGNUP_EVENT_SECRET: secret };
    const site = await start(settings, inject('postgresPort'));
    const tokens: string[] = [];
    for (let first = 0; first < people; first += atOnce) {
      const numbers = Array.from(
        { length: Math.min(atOnce, people - first) },
        (_, at) => first + at,
      );
      tokens.push(...(await Promise.all(numbers.map((number) => signUpAndConfirm(site, number)))));
    }
    const { errors } = await keepReceiving(port, received);
    let worker = await site.startDelivering();
    const read = (): Received[] =>
      existsSync(received)
        ? readFileSync(received, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [];
    // Removals at random, while the events go out.
    const removedAt = new Map<string, number>();
    for (const token of tokens.filter((_token, number) => number % 4 === 0)) {
      const outcome = await ask(site, token, 'remove', 'removed');
      if (outcome?.end === 'removed') removedAt.set(outcome.erasure.addressHash, Date.now());
      await setTimeout(Math.random() * 100);
    }
    worker.child.kill('SIGKILL');
    await worker.ended;
    worker = await site.startDelivering();
    await vi.waitUntil(async () => (await site.counts()).waiting === 0, {
      timeout: 840_000,
      interval: 500,
    });
    expect(errors).toEqual([]);
    expect(await site.counts()).toMatchObject({ refused: 0 });
    const byPerson = Map.groupBy(read(), ({ person }) => person);
    expect(byPerson.size).toBe(people);
    for (const [person, events] of byPerson) {
      // At least once: an event may come again with the same id.
      const first = events.filter(
        (event, index) => events.findIndex(({ id }) => id === event.id) === index,
      );
      const types = first.map(({ type }) => type);
      const removed = removedAt.get(person);
      if (removed === undefined) {
        expect(types).toEqual(['signup.created', 'signup.confirmed']);
        continue;
      }
      expect(types.at(-1)).toBe('signup.removed');
      const order = ['signup.created', 'signup.confirmed', 'signup.removed'];
      expect(types).toEqual(order.filter((type) => types.includes(type)));
      const after = events.slice(events.findIndex(({ type }) => type === 'signup.removed'));
      expect(new Set(after.map(({ type }) => type))).toEqual(new Set(['signup.removed']));
      // A request that was under way at the removal takes 7 s at most.
      const last = Math.max(
        0,
        ...events.filter(({ type }) => type !== 'signup.removed').map(({ at }) => at),
      );
      expect(last).toBeLessThan(removed + 7_000);
    }
  },
);

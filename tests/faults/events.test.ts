import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { createSqliteDeliveries } from '../../server/stores/sqlite/delivery-queue.ts';
import { createSqliteEntries } from '../../server/stores/sqlite/entries.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import { acceptedSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startReady } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { isRelease } from '../support/release.ts';

/** Each has two or three events: a sign-up, a confirmation, and every fourth a removal. */
const people = isRelease ? 4_450 : 60;
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

/** Opens the file of the sign-ups beside the server. */
function openFile(folder: string) {
  const file = createSqliteFile(folder);
  file.open();
  atEnd(file.close);
  const store = createSqliteStore(file);
  const entries = createSqliteEntries(file, true);
  const queue = createSqliteDeliveries(file, 1, true);
  return {
    /** Signs a person up, who then confirms. Returns a function that removes the entry. */
    async join(number: number) {
      const email = `p${number}@events.example`;
      const token = `token-${number}`;
      await store.record(null, {
        ...acceptedSignup,
        email,
        asksConfirmation: false,
        queuesEvents: true,
      });
      await queue.addLink(token, { email, kind: 'confirm' });
      await entries.confirm(token);
      return () => entries.remove(token);
    },
    counts: async () => (await queue.counts()).events,
  };
}

test('each event reaches a receiver that is killed and slow at random, signed, in order for one person, and none after the removal', async () => {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const received = join(temporaryFolder(), 'received.jsonl');
  const file = openFile(folder);
  const removals: (() => Promise<unknown>)[] = [];
  for (let number = 0; number < people; number += 1) {
    const remove = await file.join(number);
    if (number % 4 === 0) removals.push(remove);
  }
  const { errors } = await keepReceiving(port, received);
  const settings = { SIGNUP_EVENT_URL: `http://127.0.0.1:${port}`, SIGNUP_EVENT_SECRET: secret };
  const server = await startReady(folder, settings);
  const read = (): Received[] =>
    existsSync(received)
      ? readFileSync(received, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];
  // Removals at random, while the events go out.
  const removedAt = new Map<string, number>();
  for (const remove of removals) {
    const erasure = (await remove()) as { addressHash: string };
    removedAt.set(erasure.addressHash, Date.now());
    await setTimeout(isRelease ? Math.random() * 100 : Math.random() * 50);
  }
  if (isRelease) {
    server.child.kill('SIGKILL');
    await server.ended;
    await startReady(folder, settings);
  }
  await vi.waitUntil(async () => (await file.counts()).waiting === 0, {
    timeout: isRelease ? 840_000 : 100_000,
    interval: 500,
  });
  expect(errors).toEqual([]);
  expect(await file.counts()).toMatchObject({ refused: 0 });
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
});

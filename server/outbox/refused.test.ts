import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AcceptedSignup } from '../../shared/signup/ports.ts';
import { type EmbeddedDatabase, openDatabase } from '../backends/embedded/database.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createQueue, createTable, type Queue } from './queue.ts';
import { retryRefused } from './refused.ts';
import { readState } from './state.ts';

const folder = createTemporaryFolder();
let database: EmbeddedDatabase;
let queue: Queue;

const accepted = (email: string, source: AcceptedSignup['source'] = 'hero'): AcceptedSignup => ({
  email,
  source,
  botCheck: 'passed',
  userAgent: 'test',
  formFillTimeMs: 3000,
  limitPerAddressDay: 5,
});

const open = async () => {
  database = await openDatabase(folder.path, () => {});
};

beforeAll(async () => {
  await open();
  queue = createQueue(async () => database);
}, 180_000);

beforeEach(async () => {
  await createTable(database);
  await database.query('delete from deckwright.outbox');
});

afterAll(async () => {
  await database.close();
  folder.remove();
});

/** Keeps one and has it refused. */
async function refuse(email: string, source?: AcceptedSignup['source']): Promise<void> {
  await queue.keep(accepted(email, source));
  const next = await queue.next();
  if (next?.signup.email !== email) throw new Error('another one waits');
  await queue.setAside(next, 'bot_check_failed');
}

const retry = (email: string | null = null) => retryRefused(database.query, email);
const state = () => readState(database.query);

/** Everything that waits, in the order in which it is sent. */
async function waiting(): Promise<AcceptedSignup[]> {
  const next = await queue.next();
  if (!next) return [];
  await queue.remove(next);
  return [next.signup, ...(await waiting())];
}

describe('what was refused', () => {
  test('waits again as it was kept, the oldest first, and is refused no more', async () => {
    for (const name of ['ann', 'bob']) await refuse(`${name}@refused.example`);
    const { refusals } = await state();
    expect(await retry()).toBe(2);
    const { depth, refused, oldest } = await state();
    expect({ depth, refused }).toEqual({ depth: 2, refused: 0 });
    // It waits since it was kept, not since now: a prospect does.
    expect(refusals.map(({ keptAt }) => keptAt)).toContain(oldest);
    expect(await waiting()).toEqual(
      ['ann', 'bob'].map((name) => accepted(`${name}@refused.example`)),
    );
  });

  test('of one person waits again, and nobody else’s', async () => {
    for (const name of ['ann', 'bob']) await refuse(`${name}@refused.example`);
    expect(await retry('bob@refused.example')).toBe(1);
    expect(await state()).toMatchObject({
      depth: 1,
      refused: 1,
      refusals: [{ email: 'ann@refused.example', code: 'bot_check_failed' }],
    });
    expect(await retry('nobody@refused.example')).toBe(0);
  });

  test('twice of one person is sent once', async () => {
    await refuse('ann@refused.example', 'nav');
    await refuse('ann@refused.example', 'cta');
    expect(await retry()).toBe(2);
    expect(await state()).toMatchObject({ depth: 1, refused: 0 });
    expect(await waiting()).toMatchObject([{ source: 'nav' }]);
  });

  test('of a person who waits again anyway is not sent beside it', async () => {
    await refuse('ann@refused.example', 'nav');
    await queue.keep(accepted('ann@refused.example', 'cta'));
    expect(await retry()).toBe(1);
    expect(await state()).toMatchObject({ depth: 1, refused: 0 });
    expect(await waiting()).toMatchObject([{ source: 'cta' }]);
  });

  test('is counted from its first try, so that it has its turn at once', async () => {
    await refuse('ann@refused.example');
    await database.query('update deckwright.outbox set tries = 30');
    await queue.keep(accepted('bob@refused.example'));
    await retry();
    expect((await queue.next())?.signup.email).toBe('ann@refused.example');
  });

  test('still waits after the database was closed and opened', async () => {
    await refuse('ann@refused.example');
    await retry();
    await database.close();
    await open();
    expect(await state()).toMatchObject({ depth: 1, refused: 0 });
  });
});

test('what waits is sent oldest first, however much there is of it', async () => {
  // Its numbers grow by a digit on the way.
  await database.query('alter table deckwright.outbox alter column id restart with 9995');
  const emails = Array.from({ length: 12 }, (_, index) => `number-${index}@refused.example`);
  for (const email of emails) await queue.keep(accepted(email));
  expect((await waiting()).map(({ email }) => email)).toEqual(emails);
});

test('what waits is left alone', async () => {
  await queue.keep(accepted('ann@refused.example'));
  expect(await retry()).toBe(0);
  expect(await state()).toMatchObject({ depth: 1, refused: 0 });
});

test('where nothing was ever kept there is nothing to send again', async () => {
  await database.query('drop table deckwright.outbox');
  expect(await retry()).toBe(0);
});

import { expect, test, vi } from 'vitest';
import { createPool } from '../../server/stores/postgres/pool.ts';
import { query } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

test('where the database takes no more connections, a statement waits for one that is there', async () => {
  const url = await newDatabase('one_connection');
  await query(url, 'alter database one_connection connection limit 1');
  const pool = createPool(url);
  const answers = Array.from({ length: 4 }, () => pool.ask((sql) => sql`select pg_sleep(0.01)`));
  expect(await Promise.all(answers)).toHaveLength(4);
  await pool.end();
});

test('a statement that falls silent ends none that was sent later', async () => {
  const pool = createPool(await newDatabase('one_silent'));
  const sleep = (seconds: number) => pool.ask((sql) => sql`select pg_sleep(${seconds})`);
  await Promise.all([sleep(0), sleep(0)]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = expect(sleep(2)).rejects.toThrow('the database did not answer within 7000 ms');
  await vi.advanceTimersByTimeAsync(6_000);
  const later = sleep(0.1);
  await vi.advanceTimersByTimeAsync(1_500);
  await silent;
  expect(await later).toHaveLength(1);
  vi.useRealTimers();
});

import { expect, test } from 'vitest';
import type { DailyCount } from '../../shared/signup/store.ts';
import { createDailyCounter } from './daily-counts.ts';

test('what was counted is added together, and written down once, with what could not be written before', async () => {
  const written: (readonly DailyCount[])[] = [];
  const failures: unknown[] = [new Error('away')];
  const told: unknown[] = [];
  const add = async (counts: readonly DailyCount[]) => {
    const failure = failures.shift();
    if (failure) throw failure;
    written.push(counts);
  };
  const counter = createDailyCounter(add, (error) => void told.push(error));
  counter.count('page_read', '/');
  await counter.close();
  expect([told.length, written]).toEqual([1, []]);
  counter.count('page_read', '/');
  counter.count('dialog_opened', 'nav');
  await counter.close();
  await counter.close();
  const page = { name: 'page_read', label: '/', count: 2 };
  expect(written).toEqual([[page, { name: 'dialog_opened', label: 'nav', count: 1 }]]);
});

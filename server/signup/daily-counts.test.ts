import { expect, test } from 'vitest';
import type { DailyCount } from '../../shared/signup/store.ts';
import { createDailyCounter } from './daily-counts.ts';

test('what was counted is added together, and written down once', async () => {
  const written: (readonly DailyCount[])[] = [];
  const counter = createDailyCounter(
    async (counts) => void written.push(counts),
    () => {},
  );
  counter.count('page_read', '/');
  counter.count('page_read', '/');
  counter.count('dialog_opened', 'nav');
  await counter.close();
  await counter.close();
  expect(written).toEqual([
    [
      { name: 'page_read', label: '/', count: 2 },
      { name: 'dialog_opened', label: 'nav', count: 1 },
    ],
  ]);
});

test('what could not be written is written with the next', async () => {
  const written: (readonly DailyCount[])[] = [];
  const errors: unknown[] = [];
  let isAway = true;
  const counter = createDailyCounter(
    async (counts) => {
      if (isAway) throw new Error('away');
      written.push(counts);
    },
    (error) => void errors.push(error),
  );
  counter.count('form_sent', 'hero');
  await counter.close();
  isAway = false;
  counter.count('form_sent', 'hero');
  await counter.close();
  expect(errors).toHaveLength(1);
  expect(written).toEqual([[{ name: 'form_sent', label: 'hero', count: 2 }]]);
});

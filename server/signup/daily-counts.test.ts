import { expect, test, vi } from 'vitest';
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
  const page = { name: 'page_read', label: '/', count: 2 };
  expect(written).toEqual([[page, { name: 'dialog_opened', label: 'nav', count: 1 }]]);
});

test('what could not be written is written with the next', async () => {
  const written: (readonly DailyCount[])[] = [];
  const add = vi.fn(async (counts: readonly DailyCount[]) => void written.push(counts));
  const onError = vi.fn();
  add.mockRejectedValueOnce(new Error('away'));
  const counter = createDailyCounter(add, onError);
  counter.count('form_sent', 'hero');
  await counter.close();
  counter.count('form_sent', 'hero');
  await counter.close();
  expect(onError).toHaveBeenCalledOnce();
  expect(written).toEqual([[{ name: 'form_sent', label: 'hero', count: 2 }]]);
});

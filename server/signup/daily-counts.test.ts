import { expect, test, vi } from 'vitest';
import { createDailyCounter } from './daily-counts.ts';

test('what was counted is added together, and written down once, with what could not be written before', async () => {
  const add = vi.fn(async () => {});
  const warn = vi.fn();
  const counter = createDailyCounter(add, { warn });
  add.mockRejectedValueOnce(new Error('away'));
  counter.count('page_read', '/');
  await counter.close();
  expect(warn).toHaveBeenCalledOnce();
  counter.count('page_read', '/');
  counter.count('dialog_opened', 'nav');
  add.mockClear();
  await counter.close();
  await counter.close();
  const page = { name: 'page_read', label: '/', count: 2 };
  const dialog = { name: 'dialog_opened', label: 'nav', count: 1 };
  expect(add).toHaveBeenCalledExactlyOnceWith([page, dialog]);
});

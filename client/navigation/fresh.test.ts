import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fresh } from './fresh.ts';

const reload = vi.fn();
const window = new EventTarget();
const missing = () => Promise.reject(new Error('gone'));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
});

it('hands over what was loaded', async () => {
  await expect(fresh(async () => 42)).resolves.toBe(42);
});

it('reloads the page for a script that is gone, once', async () => {
  fresh(missing);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  await expect(fresh(missing)).rejects.toThrow('gone');
  expect(reload).toHaveBeenCalledOnce();
});

it('does not reload where that could not help, or could not be remembered', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  await expect(fresh(missing)).rejects.toThrow('gone');
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new Error('blocked');
    },
  });
  await expect(fresh(missing)).rejects.toThrow('gone');
  expect(reload).not.toHaveBeenCalled();
});

it('does not hold back a reader who leaves while the script loads', async () => {
  const dropped = fresh(async () => {
    window.dispatchEvent(new Event('beforeunload'));
    return missing();
  });
  await expect(dropped).rejects.toThrow('gone');
  expect(reload).not.toHaveBeenCalled();
});

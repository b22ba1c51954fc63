import { expect, it } from 'vitest';
import { toastDefaults } from './toast-defaults.ts';

it('three toasts are visible at once, each for 4,000 ms and 356 px wide', () => {
  expect(toastDefaults).toEqual({ visible: 3, durationMs: 4000, widthPx: 356 });
});

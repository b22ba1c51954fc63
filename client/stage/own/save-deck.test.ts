import { expect, test } from 'vitest';
import { deckName } from './save-deck.ts';

test('the name of a deck keeps the name of the template, also in other scripts and with dots', () => {
  expect(deckName({ name: 'Northwind v2.1 (final).potx' })).toBe(
    'Regional network review – Northwind v2.1 (final).pptx',
  );
  expect(deckName({ name: 'قالب العرض 2026 🚀.pptx' })).toBe(
    'Regional network review – قالب العرض 2026 🚀.pptx',
  );
});

test('the name of a deck has no character that a browser replaces when it saves a file', () => {
  expect(deckName({ name: 'a"b?c*d:e|f<g>h\u202ei\u200dj.pptx' })).toBe(
    'Regional network review – a_b_c_d_e_f_g_h_i_j.pptx',
  );
});

test('the name of a deck fits into a file system, and no character of it is cut in half', () => {
  for (const letter of ['a', '範', '🚀']) {
    const name = deckName({ name: `${letter.repeat(250)}.pptx` });
    expect(new TextEncoder().encode(name).length).toBeLessThan(240);
    expect(name).toMatch(new RegExp(`^Regional network review – ${letter}+\\.pptx$`, 'u'));
  }
});

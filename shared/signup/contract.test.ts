import { expect, test } from 'vitest';
import { asSource } from './contract.ts';

test('asSource returns modal for every source but nav, hero and cta', () => {
  for (const source of ['nav', 'hero', 'cta']) expect(asSource(source)).toBe(source);
  for (const source of ['footer', '', null, 7, ['nav']]) expect(asSource(source)).toBe('modal');
});

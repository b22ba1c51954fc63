import { describe, expect, test } from 'vitest';
import { assetsPath, locations } from './locations.ts';

const { client, ...kept } = locations;

describe('what the build writes', () => {
  test.each(Object.entries(kept))('%s is never served as a file', (_name, place) => {
    expect(`${place}/`.startsWith(`${client}/`)).toBe(false);
    expect(`${client}/`.startsWith(`${place}/`)).toBe(false);
  });

  test.each(Object.entries(locations))('%s lies under dist/, which git ignores', (_name, place) => {
    expect(place).toMatch(/^dist\/[a-z.]+$/);
  });
});

test('hashed files have an address of their own, so that only they are cached for a year', () => {
  expect(assetsPath).toBe('/assets/');
});

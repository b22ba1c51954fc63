import { describe, expect, test } from 'vitest';
import { pageConfigElementId, placeholders } from './page-config.ts';

describe('what the server puts into a prerendered page', () => {
  const { contactEmail, ...markers } = placeholders;

  test.each(Object.entries(markers))(
    '%s is marked by a comment, which shows nothing if it stays',
    (_name, marker) => {
      expect(marker).toMatch(/^<!--deckwright:[a-z]+-->$/);
    },
  );

  test('has a mark for each', () => {
    const all = Object.values(placeholders);
    expect(new Set(all).size).toBe(all.length);
  });

  test('the contact address stands in by one that can be nobody’s', () => {
    expect(contactEmail).toMatch(/^[a-z-]+@[a-z]+\.invalid$/);
  });

  test('the settings are found by an id that needs no escaping', () => {
    expect(pageConfigElementId).toMatch(/^[a-z][a-z-]+$/);
  });
});

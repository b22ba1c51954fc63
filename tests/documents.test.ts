import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test('every test that docs/security.md names is there', () => {
  const named = text('docs/security.md').match(
    /(?<=`)(tests|server|shared|client|supabase|cli)\/.+?(?=`)/g,
  );
  expect(named?.length).toBeGreaterThan(20);
  for (const path of named ?? []) {
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  }
});

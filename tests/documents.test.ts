import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../shared/settings/schema.ts';

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test.each(Object.entries(settings))('.env.example says what %s is for', (name, setting) => {
  const value = 'default' in setting ? setting.default : '';
  const lines = text('.env.example').split('\n');
  const place = lines.indexOf(`# ${name}=${value}`);
  expect(place, `.env.example has no line "# ${name}=${value}": add it`).toBeGreaterThan(0);
  const remedy = `write a comment that ends with a full stop above ${name}`;
  expect(lines[place - 1], remedy).toMatch(/^# \S.{12,}\.$/);
});

test('every test that docs/security.md names is there', () => {
  const named = text('docs/security.md').match(
    /(?<=`)(tests|server|shared|client|supabase|cli)\/.+?(?=`)/g,
  );
  expect(named?.length).toBeGreaterThan(20);
  for (const path of named ?? []) {
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  }
});

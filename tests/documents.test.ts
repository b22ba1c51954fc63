import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../shared/settings/schema.ts';

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test.each(Object.entries(settings))('.env.example says what %s is for', (name, setting) => {
  const value = 'default' in setting ? setting.default : '';
  const line = text('.env.example').split('\n').indexOf(`# ${name}=${value}`);
  expect(text('.env.example').split('\n')[line - 1]).toMatch(/^# \S.{12,}\.$/);
});

test('every test that docs/security.md names is there', () => {
  const named = text('docs/security.md').match(
    /(?<=`)(tests|server|shared|supabase|cli)\/.+?(?=`)/g,
  );
  expect(named?.length).toBeGreaterThan(20);
  for (const path of named ?? []) {
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  }
});

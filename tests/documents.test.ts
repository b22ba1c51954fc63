import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from '../shared/settings/schema.ts';

const text = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

describe('an operator finds every setting', () => {
  it.each(Object.entries(settings))(
    '%s in .env.example, with what it is for and its default',
    (name, setting) => {
      const value = 'default' in setting ? setting.default : '';
      const line = text('.env.example').split('\n').indexOf(`# ${name}=${value}`);
      expect(text('.env.example').split('\n')[line - 1]).toMatch(/^# \S.{12,}\.$/);
    },
  );
});

it('every test that docs/security.md names is there', () => {
  const named = [
    ...text('docs/security.md').matchAll(/`((?:tests|server|shared|supabase|cli)\/.+?)`/g),
  ];
  expect(named.length).toBeGreaterThan(20);
  for (const [, path = ''] of named) {
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  }
});

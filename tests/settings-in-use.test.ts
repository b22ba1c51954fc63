import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../server/stores/installed-files.ts';
import { settings } from '../shared/settings/schema.ts';

/** The code that a server, the terminal or the function runs. The schema and the rules only describe settings. */
const code = globSync('{server,cli,client,shared,supabase/functions}/**/*.{ts,tsx}', {
  cwd: fromRoot('.'),
  exclude: ['**/*.test.*', '**/testing/**', 'shared/settings/{schema,rules}.ts'],
})
  .map((file) => readFileSync(fromRoot(file), 'utf8'))
  .join('\n');

test.each(Object.keys(settings))('the code reads the setting %s', (name) => {
  expect(new RegExp(`\\b${name}\\b`).test(code), `nothing reads ${name}: remove it`).toBe(true);
});

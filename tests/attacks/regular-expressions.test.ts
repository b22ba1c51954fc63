import { globSync, readFileSync } from 'node:fs';
import { isSafe } from 'redos-detector';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/** The files that read text of strangers. Only operators write settings, so the settings are left out. */
const files = globSync('{server,shared,supabase/functions}/**/*.ts', {
  exclude: ['**/*.test.ts', '**/testing/**', 'shared/settings/**', 'server/dev.ts'],
});

/** Returns the regular expressions of a file as they are written. */
function expressionsOf(file: string): RegExp[] {
  const found: RegExp[] = [];
  // Every node of the tree passes here once.
  JSON.stringify(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }), (_key, value) => {
    if (value?.regex) found.push(new RegExp(value.regex.pattern, value.regex.flags));
    return value;
  });
  return found;
}

const expressions = files.flatMap((file) =>
  expressionsOf(file).map((expression) => ({ file, expression })),
);

test('regular expressions are found to be judged', () => {
  expect(expressions.length).toBeGreaterThan(5);
});

test.each(expressions)('$expression in $file takes time in proportion to the text', (it) => {
  expect(isSafe(it.expression)).toMatchObject({ safe: true });
});

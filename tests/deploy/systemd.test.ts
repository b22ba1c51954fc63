import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';

test.each(globSync('deploy/systemd/*.service'))('%s starts Node without a debugger', (unit) => {
  const starts = readFileSync(fromRoot(unit), 'utf8').match(/^ExecStart=.*$/gm);
  for (const line of starts ?? [])
    expect(line).toMatch(/\/node --disable-sigusr1 (--max-semi-space-size=4 )?dist\//);
  expect(starts).toHaveLength(1);
});

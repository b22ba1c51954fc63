import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../../../shared/settings/schema.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { runCommand } from '../../testing/run-command.ts';
import { allSettings, renderExample } from './example.ts';
import type { CheckReport } from './report.ts';

test('check --example prints each setting under its purpose, and its defaults are good values of a .env file', async () => {
  const { out } = await runCommand('check --example');
  const parts = out.trimEnd().split('\n\n');
  expect(parts.map((part) => /# (\w+)=.*$/.exec(part)?.[1])).toEqual(Object.keys(settings));
  for (const part of parts) {
    expect(part).toMatch(/^# \S.{12,}\.\n# \w+=.*$/s);
  }
  const folder = temporaryFolder();
  const ENV_FILE = join(folder, '.env');
  writeFileSync(ENV_FILE, out.replaceAll(/^# (?=[A-Z_]+=.)/gm, ''));
  const checked = await runCommand('check --json', { ENV_FILE, DATA_DIR: folder });
  const report: CheckReport = JSON.parse(checked.out);
  expect(report.settings.filter(({ problem }) => problem)).toEqual([]);
  expect(report.settings[0]).toMatchObject({ name: 'PORT', value: '3000', source: 'file' });
});

test('.env.example lists each setting once: first what a public site needs, and then the others as check --example prints them', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const [needed = '', others] = text.split('# The other settings, each with its default\n\n');
  const isNeeded = ({ name }: { name: string }) => needed.includes(`\n# ${name}=`);
  const [listed, rest] = [
    allSettings().filter(isNeeded),
    allSettings().filter((one) => !isNeeded(one)),
  ];
  expect(needed.match(/^# \w+=/gm)).toHaveLength(listed.length);
  expect(others).toBe(`${renderExample(rest)}\n`);
});

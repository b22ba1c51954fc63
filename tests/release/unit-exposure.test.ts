import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { findProgram } from '../support/programs.ts';

const analyze = findProgram('systemd-analyze');
const worstExposure = 3.5;
const units = [
  'deckwright-site@3000',
  'deckwright-backup',
  'deckwright-canary',
  'deckwright-digest',
  'deckwright-deliver',
];

test.runIf(analyze).each(units)('%s is confined (needs systemd-analyze)', (unit) => {
  const root = temporaryFolder();
  cpSync(fromRoot('deploy/systemd'), join(root, 'etc/systemd/system'), { recursive: true });
  const words = ['security', '--offline=true', `--root=${root}`, '--no-pager', `${unit}.service`];
  const { stdout, stderr } = spawnSync(analyze ?? '', words, { encoding: 'utf8' });
  const exposure = /Overall exposure level .*: ([\d.]+)/.exec(stdout)?.[1];
  expect(Number(exposure), stderr).toBeLessThanOrEqual(worstExposure);
  expect(stderr).toBe('');
});

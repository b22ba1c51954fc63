import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '../support/programs.ts';
import { fromDeploy } from './proxies.ts';

const analyze = findProgram('systemd-analyze');
const worstExposure = 3.5;
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'deckwright-units-'));
  cpSync(fromDeploy('systemd'), join(root, 'etc/systemd/system'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

test.runIf(analyze).each(['deckwright-site@3000', 'deckwright-backup', 'deckwright-canary'])(
  '%s is confined (needs systemd-analyze)',
  (unit) => {
    const words = ['security', '--offline=true', `--root=${root}`, '--no-pager', `${unit}.service`];
    const { stdout, stderr } = spawnSync(analyze ?? '', words, { encoding: 'utf8' });
    const exposure = /Overall exposure level .*: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(exposure), stderr).toBeLessThanOrEqual(worstExposure);
    expect(stderr).toBe('');
  },
);

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { exportedMetrics } from '../support/exported-metrics.ts';
import { findProgram } from '../support/programs.ts';

const promtool = findProgram('promtool');

const run = (words: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', words, { encoding: 'utf8', input });
  return { status, said: `${stdout}${stderr}` };
};

test.runIf(promtool).each([
  ['check', 'rules', fromRoot('deploy/alerts.yml')],
  ['test', 'rules', fromRoot('deploy/alerts.test.yml')],
  ['check', 'config', '--syntax-only', fromRoot('deploy/prometheus.yml')],
])('promtool %s %s passes (needs promtool)', (...words) => {
  expect(run(words)).toMatchObject({ status: 0 });
});

test.runIf(promtool)('promtool finds nothing wrong with the metrics (needs promtool)', async () => {
  expect(run(['check', 'metrics'], await exportedMetrics())).toEqual({ status: 0, said: '' });
});

test.runIf(promtool)('every panel asks what Prometheus understands (needs promtool)', () => {
  const { panels } = JSON.parse(readFileSync(fromRoot('deploy/dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const rules = panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }, index) => ({
      record: `panel_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
  const file = join(temporaryFolder(), 'rules.yml');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
  expect(run(['check', 'rules', file])).toMatchObject({ status: 0 });
});

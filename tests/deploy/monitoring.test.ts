import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMetrics } from '../../server/observability/metrics.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { findProgram } from '../support/programs.ts';

const promtool = findProgram('promtool');
const alerts = readFileSync(fromRoot('deploy/alerts.yml'), 'utf8');
const dashboard = readFileSync(fromRoot('deploy/dashboard.json'), 'utf8');

const run = (words: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', words, { encoding: 'utf8', input });
  return { status, said: `${stdout}${stderr}` };
};

/** Returns the metric that deploy/note-success writes for a task. */
function taskMetric(task: string): string {
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH, TEXTFILE_FOLDER: folder };
  execFileSync(fromRoot('deploy/note-success'), [task], { env });
  return readFileSync(join(folder, `deckwright_${task}.prom`), 'utf8');
}

const noDeliveries = { waiting: 0, oldestSeconds: 0, refused: 0, held: 0 };

/** Returns the metrics of a server process and of the tasks, as a scraper reads them. */
const exported = async (): Promise<string> => `${await serverMetrics()}${taskMetric('canary')}`;

const serverMetrics = (): Promise<string> =>
  createMetrics({
    build: { version: '1', revision: 'unknown' },
    requests: [{ route: '/', method: 'GET', statuses: [200] }],
    isReady: () => true,
    keepUntil: '2027-12-31',
    outboxCounts: () => ({ depth: 0, oldestSeconds: 0, refused: 0 }),
    deliveryCounts: () => ({ mails: noDeliveries, events: noDeliveries }),
    databaseMadeAt: () => new Date(),
  }).text();

test.runIf(promtool).each([
  ['check', 'rules', fromRoot('deploy/alerts.yml')],
  ['test', 'rules', fromRoot('deploy/alerts.test.yml')],
  ['check', 'config', '--syntax-only', fromRoot('deploy/prometheus.yml')],
])('promtool %s %s passes (needs promtool)', (...words) => {
  expect(run(words)).toMatchObject({ status: 0 });
});

test.runIf(promtool)('promtool finds nothing wrong with the metrics (needs promtool)', async () => {
  expect(run(['check', 'metrics'], await exported())).toEqual({ status: 0, said: '' });
});

test.runIf(promtool)('every panel asks what Prometheus understands (needs promtool)', () => {
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] };
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

test('deploy/note-success writes the present time, and nothing where the folder is missing', () => {
  const before = Math.floor(Date.now() / 1000);
  expect(Number(taskMetric('backup').trim().split(' ').at(-1))).toBeGreaterThanOrEqual(before);
  const env = { PATH: process.env.PATH, TEXTFILE_FOLDER: join(temporaryFolder(), 'missing') };
  expect(() => execFileSync(fromRoot('deploy/note-success'), ['backup'], { env })).not.toThrow();
});

test('alerts and dashboard read only series that a server or a task writes', async () => {
  const series = new Set(
    [...(await exported()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`] : [name],
    ),
  );
  const read = `${alerts}${dashboard}`.matchAll(/\b(?:deckwright|nodejs|process)_\w+(?=\{)/g);
  for (const [name] of read) expect(series).toContain(name);
});

test('every alert has an entry in the runbook', () => {
  const runbook = readFileSync(fromRoot('docs/operating.md'), 'utf8');
  const headings = [...runbook.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  const links = [...alerts.matchAll(/runbook_url: docs\/operating\.md#(.+)$/gm)];
  expect(links).toHaveLength([...alerts.matchAll(/- alert:/g)].length);
  for (const [, anchor] of links) expect(headings).toContain(anchor);
});

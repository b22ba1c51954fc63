import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { exportedMetrics, taskMetric } from '../support/exported-metrics.ts';

const alerts = readFileSync(fromRoot('deploy/alerts.yml'), 'utf8');
const dashboard = readFileSync(fromRoot('deploy/dashboard.json'), 'utf8');

test('deploy/note-success writes the present time, and nothing where the folder is missing', () => {
  const before = Math.floor(Date.now() / 1000);
  expect(Number(taskMetric('backup').trim().split(' ').at(-1))).toBeGreaterThanOrEqual(before);
  const env = { PATH: process.env.PATH, TEXTFILE_FOLDER: join(temporaryFolder(), 'missing') };
  expect(() => execFileSync(fromRoot('deploy/note-success'), ['backup'], { env })).not.toThrow();
});

test('alerts and dashboard read only series that a server or a task writes', async () => {
  const series = new Set(
    [...(await exportedMetrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(
      ([, name = '', type]) => (type === 'histogram' ? [`${name}_bucket`] : [name]),
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

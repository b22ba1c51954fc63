import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '../../server/observability/metrics.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

/** Returns the metric that deploy/note-success writes for a task. */
export function taskMetric(task: string): string {
  const folder = temporaryFolder();
  const env = { PATH: process.env.PATH, TEXTFILE_FOLDER: folder };
  execFileSync(fromRoot('deploy/note-success'), [task], { env });
  return readFileSync(join(folder, `deckwright_${task}.prom`), 'utf8');
}

const noDeliveries = { waiting: 0, oldestSeconds: 0, refused: 0, held: 0 };

/** Returns the metrics of a server process and of the tasks, as a scraper reads them. */
export const exportedMetrics = async (): Promise<string> =>
  `${await serverMetrics()}${taskMetric('canary')}`;

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

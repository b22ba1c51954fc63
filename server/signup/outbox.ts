import type { Settings } from '../../shared/settings/schema.ts';
import type { SignupOutcome } from '../../shared/signup/contract.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import { createQueue, type OutboxCounts, OutboxFullError } from '../outbox/queue.ts';
import { type Replay, type SendKept, startReplay } from '../outbox/replay.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret } from '../stores/sqlite/hash-secret.ts';
import { createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import { createLocalService } from './local.ts';
import { readinessOf } from './readiness.ts';
import type { Readiness, Sender, SignupInput, SignupMetrics } from './service.ts';

/** Sign-ups that wait for a function out of reach, in the SQLite file of `DATA_DIR`. */
export interface Outbox {
  /** Opens the file and begins to send what waits. Rejects with the reason. */
  open(): Promise<void>;
  /** Judges a sign-up as the function would, and keeps it. Never rejects; anything but success: not kept. */
  keep(signup: SignupInput, sender: Sender): Promise<SignupOutcome>;
  readiness(): Promise<Readiness>;
  /** As of the last few seconds; null: not known yet. */
  counts(): OutboxCounts | null;
  close(): Promise<void>;
}

/**
 * What is kept is judged in this process by the rules of the function, with the visitor counted and the token verified
 * here. Only where the function would save, the outbox keeps.
 */
export function createOutbox(
  settings: Settings,
  send: SendKept,
  log: Logger,
  metrics: SignupMetrics | null,
): Outbox {
  const file = createSqliteFile(settings.DATA_DIR);
  const queue = createQueue(file);
  const counters = createSqliteStore(file);
  let replay: Replay | undefined;
  let counts: OutboxCounts | null = null;
  const keep: SignupStore['record'] = async (attempt, signup) => {
    const counted = await counters.record(attempt, null);
    if (!signup || counted.visitorRetryAfterSeconds !== null) return counted;
    try {
      await queue.keep(signup);
    } catch (error) {
      if (error instanceof OutboxFullError) metrics?.error('outbox_full');
      throw error;
    }
    replay?.wake();
    return { visitorRetryAfterSeconds: null, saved: true };
  };
  const service = createLocalService({
    settings,
    store: { record: keep },
    ipHashSecret: createHashSecret(settings, file),
    log,
    metrics,
  });
  return {
    async open() {
      file.open();
      counts = await queue.counts();
      const onLook = async () => {
        counts = await queue.counts();
      };
      replay ??= startReplay({ queue, send, log, onLook });
    },
    keep: (signup, sender) => service.submit(signup, sender),
    readiness: () => readinessOf(tryToWrite(file)),
    counts: () => counts,
    async close() {
      await replay?.stop();
      await file.close();
    },
  };
}

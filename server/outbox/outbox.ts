import pTimeout from 'p-timeout';
import { isJudged } from '../../shared/signup/outcomes.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { createLocalSubmit } from '../signup/apply-rules.ts';
import type { Backend, BackendDependencies } from '../signup/backend.ts';
import type { SupabaseService } from '../signup/edge-function.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import { timeouts } from '../stores/timeouts.ts';
import { createQueue } from './queue.ts';
import { type Replay, type SendQueued, startReplay } from './replay.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Stores sign-ups in the SQLite file of `DATA_DIR` until the function takes them. This process applies the rules of
 * the function, counts the visitor and verifies the token. The outbox stores only what the function would save.
 */
export function createOutbox(dependencies: BackendDependencies, send: SendQueued) {
  const { settings, log, metrics } = dependencies;
  const file = createSqliteFile(settings.DATA_DIR, log, timeouts.outboxFileMs);
  const queue = createQueue(file);
  const counters = createSqliteStore(file);
  let replay: Replay | undefined;
  const record: SignupStore['record'] = async (attempt, signup) => {
    const counted = await counters.record(attempt, null);
    if (!signup || counted.retryAfter !== null) return counted;
    if (await queue.add(signup)) return { ...counted, saved: true };
    metrics?.error('outbox_full');
    throw new Error('the outbox is full');
  };
  const ipHashSecret = createHashSecret(settings.IP_HASH_SECRET, file);
  return {
    /** Judges a sign-up as the function would, and stores it. Any outcome but success means: not stored. */
    submit: createLocalSubmit({
      ...dependencies,
      store: { record },
      ipHashSecret,
      // The function may have spent the token before its answer was lost. Such a sign-up counts like one without a token.
      botCheck: { timeoutMs: timeouts.outboxBotCheckMs, ofSpentToken: 'unavailable' },
    }),
    /** Opens the file and begins to send the waiting sign-ups. Rejects with the reason. */
    async open() {
      file.open();
      replay ??= startReplay(queue, send, log);
    },
    requireReady: () => tryToWrite(file),
    counts: () => replay?.counts() ?? null,
    madeAt: file.madeAt,
    async close() {
      await replay?.stop();
      await file.close();
    },
  };
}

/**
 * Stores every sign-up in the outbox about which the function gave no verdict, and answers success then, because the
 * sign-up is durable. A verdict of the function stands.
 */
export const withOutbox = (supabase: SupabaseService, outbox: Outbox) =>
  ({
    async submit(signup, sender) {
      const begun = performance.now();
      const outcome = await supabase.submit(signup, sender);
      if (isJudged(outcome) || sender.isCanary) return outcome;
      // When the outbox cannot store the sign-up either, the prospect gets the error of the function call.
      const stored = await pTimeout(outbox.submit(signup, sender), {
        milliseconds: Math.max(1, timeouts.signupMs - (performance.now() - begun)),
        fallback: () => outcome,
      });
      return isJudged(stored) ? stored : outcome;
    },
    // With an outbox that can be written, the server accepts sign-ups while the function is away.
    requireReady: () => supabase.requireReady().catch(outbox.requireReady),
    open: outbox.open,
    outboxCounts: outbox.counts,
    databaseMadeAt: outbox.madeAt,
    close: outbox.close,
  }) satisfies Partial<Backend>;

import { signupErrors } from '../../shared/signup/outcomes.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { createQueue } from '../outbox/queue.ts';
import { type Replay, type SendKept, startReplay } from '../outbox/replay.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import { type Backend, type BackendParts, createLocalService } from './service.ts';
import type { SupabaseService } from './supabase.ts';

/** Sign-ups that wait for a function out of reach, in the SQLite file of `DATA_DIR`. */
export type Outbox = ReturnType<typeof createOutbox>;

/**
 * What is kept is judged in this process by the rules of the function, with the visitor counted and the token verified
 * here. Only where the function would save, the outbox keeps.
 */
export function createOutbox(parts: BackendParts, send: SendKept) {
  const file = createSqliteFile(parts.settings.DATA_DIR);
  const queue = createQueue(file);
  const counters = createSqliteStore(file);
  let replay: Replay | undefined;
  const record: SignupStore['record'] = async (attempt, signup) => {
    const counted = await counters.record(attempt, null);
    if (!signup || counted.retryAfter !== null) return counted;
    if (await queue.keep(signup)) return { retryAfter: null, saved: true };
    parts.metrics?.error('outbox_full');
    throw new Error('the outbox is full');
  };
  const ipHashSecret = createHashSecret(parts.settings.IP_HASH_SECRET, file);
  return {
    /** Judges a sign-up as the function would, and keeps it. Never rejects; anything but success: not kept. */
    keep: createLocalService({ ...parts, store: { record }, ipHashSecret }).submit,
    /** Opens the file and begins to send what waits. Rejects with the reason. */
    async open() {
      file.open();
      replay ??= startReplay(queue, send, parts.log);
    },
    requireReady: () => tryToWrite(file),
    counts: () => replay?.counts() ?? null,
    async close() {
      await replay?.stop();
      await file.close();
    },
  };
}

/** Keeps a sign-up in the outbox where the function could not take it; a verdict of the function stands. */
export const withOutbox = (supabase: SupabaseService, outbox: Outbox) =>
  ({
    service: {
      async submit(signup, sender) {
        const outcome = await supabase.submit(signup, sender);
        if (outcome.ok || outcome.fault === 'request' || sender.isCanary) return outcome;
        const kept = await outbox.keep(signup, sender);
        // A rule that it breaks is told; where it could not be kept, what kept it from being sent.
        return kept.ok || signupErrors[kept.code].status < 500 ? kept : outcome;
      },
    },
    // With an outbox that can be written, sign-ups are taken while the function is away.
    requireReady: () => supabase.requireReady().catch(outbox.requireReady),
    open: outbox.open,
    outboxCounts: outbox.counts,
    close: outbox.close,
  }) satisfies Partial<Backend>;

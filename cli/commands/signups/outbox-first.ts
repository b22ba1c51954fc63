import { setTimeout } from 'node:timers/promises';
import type { SqliteDatabase } from '../../../server/stores/maintenance/sqlite.ts';
import { requireStoreSettings } from '../../environment.ts';
import type { Session } from '../../session.ts';
import { hasOutboxFile, withFile } from './with-database.ts';

interface Steps<Stored> {
  /** Erases from the outbox. Resolves with the number of sign-ups that it erased there. */
  fromOutbox: (file: SqliteDatabase) => Promise<number>;
  fromDatabase: () => Promise<Stored>;
  /** Erases the sign-ups that the server has sent to the database meanwhile. Resolves with their number. */
  sentMeanwhile: () => Promise<number>;
}

/**
 * Erases from the outbox, which is in a file of this machine with every backend, and then from the database. In the other
 * order the server could send a waiting sign-up to the database after the erasure there. The server may also be sending a
 * sign-up at this moment, so the last step comes after `UPSTREAM_TIMEOUT_MS`.
 */
export async function eraseOutboxFirst<Stored>(session: Session, steps: Steps<Stored>) {
  const settings = requireStoreSettings(session);
  const queued = hasOutboxFile(settings) ? await withFile(session, steps.fromOutbox) : 0;
  const stored = await steps.fromDatabase();
  if (queued === 0) return { queued, stored, sent: 0 };
  session.terminal.progress('waiting until the server no longer sends the erased sign-ups');
  await setTimeout(settings.UPSTREAM_TIMEOUT_MS);
  session.terminal.progress('');
  return { queued, stored, sent: await steps.sentMeanwhile() };
}

import type { EntryOutcome } from '../../shared/entry/entry.ts';
import type { BackendName } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import type { SignupInput } from '../../shared/signup/fields.ts';
import type { SignupOutcome } from '../../shared/signup/outcomes.ts';
import type { Trust } from '../../shared/signup/process.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { DeliveryCounts } from '../stores/delivery-queue.ts';
import type { OutboxCounts } from '../stores/sqlite/outbox-counts.ts';

/** Facts about the sender of a sign-up that only the server knows. */
export interface Sender extends Omit<Trust, 'checked'> {
  /** The request id in the log. */
  requestId: string;
}

/** Judges a sign-up and stores it. Never rejects: every failure is an outcome. Success means a durable row. */
export type Submit = (signup: SignupInput, sender: Sender) => Promise<SignupOutcome>;

/** The parts of the process that a backend needs. */
export interface BackendDependencies {
  settings: Settings;
  log: Logger;
  metrics: Pick<Metrics, 'error' | 'upstream' | 'delivery'> | null;
}

/** The mails and the events that are being delivered. */
export interface Deliveries {
  /** Returns the counts of the last minute; null before the first count. */
  counts(): DeliveryCounts | null;
  /** Takes nothing further, and resolves when the work under way is over. */
  stop(): Promise<void>;
}

/** Takes sign-ups. The settings choose SQLite, PostgreSQL or Supabase. */
export interface Backend {
  name: BackendName;
  submit: Submit;
  /** Opens and migrates the database. Rejects with the reason; the caller tries again until it succeeds. */
  open(): Promise<void>;
  /** Rejects with the reason when the backend is not ready. The reason may name files, hosts and users. */
  requireReady(): Promise<void>;
  addCounts: SignupStore['addCounts'];
  /** Shows or changes the entry that a link belongs to. Never rejects. Absent without `MAIL_URL`. */
  entry?(request: unknown, requestId: string): Promise<EntryOutcome>;
  /**
   * Delivers the mails and the events that are due, from now on. Absent where another process delivers them.
   * @param mailAuthority the certificate of `MAIL_CA_FILE`, as PEM.
   */
  startDeliveries?(mailAuthority: string | undefined): Promise<Deliveries>;
  /** When the database was made; null while that is unknown. A recent time may mean that the wrong database is in use. */
  databaseMadeAt?(): Date | null;
  /** Present with an outbox. Returns null while the outbox is not open. */
  outboxCounts?(): OutboxCounts | null;
  close(): Promise<void>;
}

import type { EntryStore } from '../../shared/entry/entry.ts';
import { hasMail } from '../../shared/settings/backend.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { createLocalEntry, createLocalSubmit } from '../signup/apply-rules.ts';
import type { Backend, BackendDependencies } from '../signup/backend.ts';
import { storedNoticeOf } from '../signup/notice.ts';
import type { DeliveryQueue } from '../stores/delivery-queue.ts';
import type { ErasureLog } from '../stores/erasure-log.ts';

/** A database in which this process saves sign-ups itself. Nothing is opened before `open`. */
export interface LocalDatabase {
  name: 'sqlite' | 'postgres';
  store: SignupStore;
  /** Creates the access to the entries, for a site that sends mails. */
  createEntries(): EntryStore;
  deliveries: DeliveryQueue;
  /** Returns the key of the visitor hashes. Rejects while the database cannot be read. */
  ipHashSecret(): Promise<string>;
  /** Opens and migrates the database. Rejects with the reason. May be called again. */
  open(): Promise<void>;
  requireReady: Backend['requireReady'];
  madeAt(): Date | null;
  close(): Promise<void>;
}

/** Creates the backend that judges sign-ups in this process, and saves them in a database. */
export function createLocalBackend(
  database: LocalDatabase,
  dependencies: BackendDependencies,
  erasures: ErasureLog,
): Backend {
  const { settings } = dependencies;
  const { name, store, deliveries: queue, ipHashSecret } = database;
  return {
    name,
    submit: createLocalSubmit({ ...dependencies, store, ipHashSecret }),
    async open() {
      await database.open();
      await store.addNotice(storedNoticeOf(settings));
    },
    requireReady: database.requireReady,
    databaseMadeAt: database.madeAt,
    addCounts: store.addCounts,
    ...(hasMail(settings) && {
      entry: createLocalEntry({ ...dependencies, entries: database.createEntries() }),
    }),
    async startDeliveries(mailAuthority) {
      // Loads the code only now, because the server listens before.
      const { startDeliveries } = await import('../deliveries/start.ts');
      return startDeliveries({ ...dependencies, queue, erasures, mailAuthority });
    },
    close: database.close,
  };
}

import { hasEvents } from '../../shared/settings/backend.ts';
import type { BackendDependencies } from '../signup/backend.ts';
import { createPostgresDeliveries } from '../stores/postgres/delivery-queue.ts';
import { hasNewHome } from '../stores/postgres/home.ts';
import { migrateDatabase } from '../stores/postgres/migrate.ts';
import { createPool } from '../stores/postgres/pool.ts';
import { requireWritable } from '../stores/postgres/readiness.ts';
import { createPostgresEntries, createPostgresStore } from '../stores/postgres/store.ts';
import type { LocalDatabase } from './local.ts';

/** What the log says when the server starts on a database that was restored from a dump. */
const restoredDump =
  'this database was restored from a dump: it may list people whom you erased since the dump. Mails that wait are held for an hour. Run `signups move` from the database that it replaces; see “Back up and restore” in docs/operating.md';

/** Creates the access to the PostgreSQL database at `DATABASE_URL`. */
export function createPostgresDatabase({ settings, log }: BackendDependencies): LocalDatabase {
  const { DATABASE_URL: url = '', IP_HASH_SECRET: secret = '', MAIL_PER_MINUTE } = settings;
  const pool = createPool(url);
  const queuesEvents = hasEvents(settings);
  /** Why the database is not migrated; null once it is. */
  let problem: unknown = new Error('the database is not migrated yet');
  let madeAt: Date | null = null;
  return {
    name: 'postgres',
    store: createPostgresStore(pool),
    createEntries: () => createPostgresEntries(pool, queuesEvents),
    deliveries: createPostgresDeliveries(pool, MAIL_PER_MINUTE, queuesEvents),
    ipHashSecret: async () => secret,
    async open() {
      try {
        madeAt = await migrateDatabase(url);
        if (await hasNewHome(pool)) log.error(restoredDump);
        problem = null;
      } catch (error) {
        problem = error;
        throw error;
      }
    },
    async requireReady() {
      if (problem) throw problem;
      await requireWritable(pool);
    },
    madeAt: () => madeAt,
    close: pool.end,
  };
}

import { hasEvents } from '../../shared/settings/backend.ts';
import type { BackendDependencies } from '../signup/backend.ts';
import { createSqliteDeliveries } from '../stores/sqlite/delivery-queue.ts';
import { createSqliteEntries } from '../stores/sqlite/entries.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createHashSecret, createSqliteStore, tryToWrite } from '../stores/sqlite/store.ts';
import type { LocalDatabase } from './local.ts';

/** Creates the access to the SQLite file in `DATA_DIR`. */
export function createSqliteDatabase({ settings, log }: BackendDependencies): LocalDatabase {
  const file = createSqliteFile(settings.DATA_DIR, log);
  const queuesEvents = hasEvents(settings);
  const ipHashSecret = createHashSecret(settings.IP_HASH_SECRET, file);
  return {
    name: 'sqlite',
    store: createSqliteStore(file),
    createEntries: () => createSqliteEntries(file, queuesEvents),
    deliveries: createSqliteDeliveries(file, settings.MAIL_PER_MINUTE, queuesEvents),
    ipHashSecret,
    async open() {
      file.open();
      await ipHashSecret();
    },
    requireReady: () => tryToWrite(file),
    madeAt: file.madeAt,
    close: file.close,
  };
}

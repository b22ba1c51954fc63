import {
  type Entry,
  type EntryStore,
  type Erasure,
  entrySchema,
  erasureSchema,
} from '../../../shared/entry/entry.ts';
import type { Sql } from '../sql.ts';
import { eraseEntry } from './erase.ts';
import type { SqliteFile } from './file.ts';
import { queueEvent } from './queue-deliveries.ts';

/** Returns the entry of a link; null for a link that does not exist or has ended. */
function read(sql: Sql, tokenHash: string): Entry | null {
  const row = sql.get`select signups.* from signups join links using (email)
    where token_hash = ${tokenHash}`;
  if (!row) return null;
  const notice = sql.get`select text from notices where version = ${row.notice ?? null}`;
  return entrySchema.parse({ row, noticeText: notice?.text ?? null });
}

/** Creates the store of entries in the SQLite file. @param clock for tests. */
export function createSqliteEntries(
  file: SqliteFile,
  queuesEvents: boolean,
  clock = () => new Date(),
): EntryStore {
  const confirm = (sql: Sql, tokenHash: string): Entry | null => {
    const entry = read(sql, tokenHash);
    if (!entry || entry.row.confirmed_at !== null) return entry;
    const [email, now] = [String(entry.row.email), clock()];
    sql.run`update signups set confirmed_at = ${now.toISOString()} where email = ${email}`;
    if (queuesEvents) queueEvent(sql, 'signup.confirmed', email, now);
    return read(sql, tokenHash);
  };
  const remove = (sql: Sql, tokenHash: string): Erasure | null => {
    const link = sql.get`select email from links where token_hash = ${tokenHash}`;
    if (!link) return null;
    return erasureSchema.parse(eraseEntry(sql, String(link.email), clock(), queuesEvents));
  };
  return {
    read: (tokenHash) => file.commit((sql) => read(sql, tokenHash)),
    confirm: (tokenHash) => file.commit((sql) => confirm(sql, tokenHash)),
    remove: async (tokenHash) => {
      const erasure = await file.commit((sql) => remove(sql, tokenHash));
      if (erasure) file.emptyLog();
      return erasure;
    },
  };
}

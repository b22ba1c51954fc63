import { type ErasureLog, erasureLogSince, readErasureLog } from '../erasure-log.ts';
import type { Database, Row } from './database.ts';
import { keysOf } from './erasures.ts';
import type { Source } from './load.ts';
import { erasuresSinceName } from './tables.ts';

// A restore needs a witness: a database or a log that has every erasure since the backup was made. A log has every erasure
// since the time in its first line. A database has every erasure since it was made, or since its last restore without a
// witness.

/** The time between a backup and its restore without a witness. ISO 8601, UTC. */
export interface Gap {
  from: string;
  until: string;
}

/** Stores in a restored database that it has every erasure from a time on only. */
export async function writeErasuresSince({ query, schema }: Database, time: string): Promise<void> {
  const statement = `insert into ${schema}internals (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`;
  await query(statement, [erasuresSinceName, time]);
}

/**
 * Returns since when a database has every erasure of the people in a backup: the empty text if it always had. Returns null
 * for a damaged database, and for another database, such as a new file on a new disk, which lacks the keys of the backup.
 */
async function erasuresSince(database: Database, backup: Database): Promise<string | null> {
  const { schema, query } = database;
  try {
    const keys = await keysOf(database, query);
    const wanted = await keysOf(backup, backup.query);
    if (!wanted.every((key) => keys.includes(key))) return null;
    // Throws if the table is damaged.
    await query(`select max(erased_at) as newest, count(*) as erasures from ${schema}erasures`);
    const [row] = await query(`select value from ${schema}internals where name = $1`, [
      erasuresSinceName,
    ]);
    return String(row?.value ?? '');
  } catch {
    return null;
  }
}

/** Returns the time whose erasures are unknown; null if the present database or a log is a witness. */
export async function findGap(
  backup: Database,
  madeAt: string,
  present: Database | null,
  logFolders: readonly string[],
): Promise<Gap | null> {
  const times = [present && (await erasuresSince(present, backup))];
  for (const folder of logFolders) times.push(await erasureLogSince(folder));
  const hasWitness = times.some((since) => since !== null && since <= madeAt);
  return hasWitness ? null : { from: madeAt, until: new Date().toISOString() };
}

/** Returns the log of erasures in a folder as a source. */
export const logSource = (folder: string): Source => ({
  async *read(table): AsyncGenerator<Row> {
    if (table !== 'address_keys' && table !== 'erasures') return;
    const keys = new Set<string>();
    for await (const { key, addressHash, erasedAt } of readErasureLog(folder)) {
      if (table === 'erasures') yield { address_hash: addressHash, erased_at: erasedAt };
      else if (!keys.has(key)) yield { key, created_at: new Date().toISOString() };
      keys.add(key);
    }
  },
});

/**
 * Appends to the log of a folder each erasure of a database that the log lacks, because the folder was full or not mounted
 * at the time of the erasure. Without it, the log would be a witness that lacks an erasure.
 * @returns the number of appended erasures.
 */
export async function completeErasureLog(
  database: Database,
  folder: string,
  log: ErasureLog,
): Promise<number> {
  const { schema, query, stream, time } = database;
  const known = new Map<string, string>();
  for await (const { addressHash, erasedAt } of readErasureLog(folder)) {
    if (erasedAt > (known.get(addressHash) ?? '')) known.set(addressHash, erasedAt);
  }
  const rows = stream(
    `select address_hash, ${time('erased_at')} as erased_at from ${schema}erasures`,
  );
  const missing: { addressHash: string; erasedAt: string }[] = [];
  for await (const { address_hash, erased_at } of rows) {
    const erasure = { addressHash: String(address_hash), erasedAt: String(erased_at) };
    if ((known.get(erasure.addressHash) ?? '') < erasure.erasedAt) missing.push(erasure);
  }
  if (missing.length === 0) return 0;
  // The database does not know which of its keys made a hash, so the log gets each key.
  for (const key of await keysOf(database, query)) {
    log.write(missing.map((erasure) => ({ key, ...erasure })));
  }
  return missing.length;
}

import { type ErasureLog, erasureLogSince, readErasureLog } from '../erasure-log.ts';
import type { Database, Row } from './database.ts';
import { keysOf } from './erasures.ts';
import type { Source } from './load.ts';

/** The time between a backup and its restore when no file has the erasures of that time. ISO 8601, UTC. */
export interface Gap {
  from: string;
  until: string;
}

/** The row of `internals` with the newest gap, as JSON. */
const name = 'erasure_gap';

async function readGap({ query, schema }: Database): Promise<Gap | null> {
  const [row] = await query(`select value from ${schema}internals where name = $1`, [name]);
  return row ? JSON.parse(String(row.value)) : null;
}

/** Stores a gap in a restored database, so that a second restore says the same as the first. */
export async function writeGap({ query, schema }: Database, gap: Gap): Promise<void> {
  const statement = `insert into ${schema}internals (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`;
  await query(statement, [name, JSON.stringify(gap)]);
}

/** Returns whether a database knows every erasure since a backup of it. A damaged database knows nothing for certain. */
async function knowsErasures(
  present: Database,
  backup: Database,
  madeAt: string,
): Promise<boolean> {
  try {
    const { schema, query } = present;
    const keys = await keysOf(present, query);
    const wanted = await keysOf(backup, backup.query);
    // Throws if the table is damaged.
    await query(`select max(erased_at) as newest, count(*) as erasures from ${schema}erasures`);
    const gap = await readGap(present);
    // A database without the keys of the backup is another one, such as a new file on a new disk.
    return wanted.every((key) => keys.includes(key)) && (!gap || gap.until <= madeAt);
  } catch {
    return false;
  }
}

/**
 * Returns the gap between a backup and now; null when the present database or a log beside the backups knows every
 * erasure since the backup.
 */
export async function findGap(
  backup: Database,
  madeAt: string,
  present: Database | null,
  logFolders: readonly string[],
): Promise<Gap | null> {
  for (const folder of logFolders) {
    const since = await erasureLogSince(folder);
    if (since !== null && since <= madeAt) return null;
  }
  if (present && (await knowsErasures(present, backup, madeAt))) return null;
  return { from: madeAt, until: new Date().toISOString() };
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
 * at the time of the erasure. Without it, a restore would trust the log and bring the person back.
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

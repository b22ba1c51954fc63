import { openErasureLog } from '../../server/stores/erasure-log.ts';
import type { Database } from '../../server/stores/maintenance/database.ts';
import { type Erasing, erasePeople } from '../../server/stores/maintenance/erase.ts';
import { load, sourceOf } from '../../server/stores/maintenance/load.ts';
import { silentLog } from '../../server/testing/silent-log.ts';

/** An erasure without a folder of backups, and without events. */
export const erasing: Erasing = {
  log: openErasureLog(undefined, silentLog),
  queuesEvents: false,
};

/** Erases an address, as the command does. @returns the number of removed rows. */
export async function erase(database: Database, email: string): Promise<number> {
  const rows = await erasePeople(database, [email], erasing);
  await database.sweep();
  return rows;
}

/** Moves every row into another database, as the command does, and returns what the command counts. */
export async function move(source: Database, target: Database) {
  const loaded = await load(sourceOf(source), target, { waitingMails: 'hold' });
  const [row] = await target.query(`select count(*) as total from ${target.schema}signups`);
  return { ...loaded, total: Number(row?.total) };
}

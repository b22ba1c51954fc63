import { heldSeconds, mailKinds } from '../delivery-queue.ts';
import {
  batchesOf,
  type Database,
  listOf,
  lookupSize,
  type Query,
  type Row,
  type Value,
} from './database.ts';
import { withoutErased } from './erasures.ts';
import { tables, upsert, valuesOf } from './tables.ts';

/**
 * What becomes of a mail that waits in the source of a load, and that the target does not know.
 * - `carry`: it waits in the target, too.
 * - `hold`: it waits in the target for {@link heldSeconds}, because the server of the source may still send it.
 * - `end`: it counts as refused, because it may have gone out already.
 */
export type WaitingMails = 'carry' | 'hold' | 'end';

/** The refusal of a mail that waited in a backup. */
const restoredRefusal = 'restored from a backup: the mail may have gone out before';

/** Returns whether a delivery is a mail. A receiver recognizes an event that arrives twice by its id. */
const isMail = ({ kind }: Row): boolean => mailKinds.some((one) => one === kind);

/**
 * Returns the identity of a delivery, the same in two databases. Compares times as text in milliseconds, because PostgreSQL
 * has finer times than SQLite.
 */
const identityOf = ({ kind, address_hash, created_at }: Row): string =>
  `${kind} ${address_hash} ${created_at}`;

/** Returns the deliveries that a database has for the addresses of some rows, by their identity. */
async function knownDeliveries(database: Database, query: Query, rows: readonly Row[]) {
  const hashes = [...new Set(rows.map(({ address_hash }) => String(address_hash)))];
  const { schema, time } = database;
  const found = await query(
    `select id, kind, address_hash, ${time('created_at')} as created_at, ${time('sent_at')} as sent_at,
       ${time('refused_at')} as refused_at, refusal
     from ${schema}deliveries where address_hash in ${listOf(hashes)}`,
    hashes,
  );
  return new Map(found.map((row) => [identityOf(row), row]));
}

const waits = ({ sent_at, refused_at }: Row): boolean => !sent_at && !refused_at;

const endDelivery = ({ schema }: Database): string =>
  `update ${schema}deliveries set sent_at = $1, refused_at = $2, refusal = $3 where id = $4`;

const endOf = ({ sent_at, refused_at, refusal }: Row): Value[] =>
  [sent_at, refused_at, refusal].map((value) => (value ?? null) as Value);

/** Adds deliveries. A delivery in both databases counts as ended when it has ended in one of them. @returns the number of new mails. */
export function addDeliveries(target: Database, rows: Row[], waitingMails: WaitingMails) {
  return target.transaction(async (query) => {
    const alive = await withoutErased(target, query, rows);
    if (alive.length === 0) return 0;
    const known = await knownDeliveries(target, query, alive);
    for (const row of alive) {
      const there = known.get(identityOf(row));
      if (!there || waits(row) || !waits(there)) continue;
      await query(endDelivery(target), [...endOf(row), there.id as Value]);
    }
    const held = new Date(Date.now() + heldSeconds * 1_000).toISOString();
    const fresh = alive
      .filter((row) => !known.has(identityOf(row)))
      .map((row) => {
        if (!isMail(row) || !waits(row)) return row;
        if (waitingMails === 'hold' && String(row.due_at) < held) return { ...row, due_at: held };
        if (waitingMails !== 'end') return row;
        return { ...row, refused_at: new Date().toISOString(), refusal: restoredRefusal };
      });
    if (fresh.length > 0) {
      // The target numbers the rows itself, in the order of the source.
      const statement = upsert(target, tables.deliveries, fresh.length, true);
      await query(statement, valuesOf(fresh, tables.deliveries));
    }
    return fresh.filter(isMail).length;
  });
}

/**
 * Ends the mails of a restored copy that no longer wait in the database that the copy replaces.
 * @param present null: nothing can say which mails have gone out, so every waiting mail ends.
 */
export async function endMails(copied: Database, present: Database | null): Promise<void> {
  const { query, schema, time } = copied;
  const waiting = await query(
    `select id, kind, address_hash, ${time('created_at')} as created_at from ${schema}deliveries
     where sent_at is null and refused_at is null`,
  );
  const mails = waiting.filter(isMail);
  const ended: Row = { refused_at: new Date().toISOString(), refusal: restoredRefusal };
  for await (const rows of batchesOf(mails, lookupSize)) {
    const known = present && (await knownDeliveries(present, present.query, rows));
    await copied.transaction(async (run) => {
      for (const row of rows) {
        const there = known?.get(identityOf(row)) ?? ended;
        if (!waits(there)) await run(endDelivery(copied), [...endOf(there), row.id as Value]);
      }
    });
  }
}

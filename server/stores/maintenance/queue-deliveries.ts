import type { DeliveryKind } from '../delivery-queue.ts';
import type { Database, Query } from './database.ts';
import { tables, upsert, valuesOf } from './tables.ts';

/** The person of a mail or an event. */
interface Addressee {
  /** Null: the event does not hold the address. */
  email: string | null;
  addressHash: string;
}

/** Queues a mail or an event for each person, due at once. Does nothing without a person. Runs in the caller's transaction. */
export async function queueDeliveries(
  database: Database,
  query: Query,
  kind: DeliveryKind,
  people: readonly Addressee[],
  now: string,
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(({ email, addressHash }) => ({
    kind,
    email,
    address_hash: addressHash,
    created_at: now,
    due_at: now,
    tries: 0,
  }));
  const statement = upsert(database, tables.deliveries, rows.length, true);
  await query(statement, valuesOf(rows, tables.deliveries));
}

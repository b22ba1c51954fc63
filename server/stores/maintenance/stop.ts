import { addressHash } from '../hashes.ts';
import { batchesOf, type Database, listOf, lookupSize, type Row } from './database.ts';
import { keysOf } from './erasures.ts';
import { conditionOf, type SignupFilter } from './filter.ts';
import { mailKindsSql } from './read.ts';
import { tables, upsert } from './tables.ts';

/** Why the operator may not write to a person. A new sign-up of the person ends `unsubscribed` only. */
export const stopReasons = ['unsubscribed', 'complaint', 'bounce'] as const;
export type StopReason = (typeof stopReasons)[number];

/**
 * Adds addresses to the stop-list, and removes the mails that wait for them. Addresses that are not on the list of
 * sign-ups count, too, because they may sign up later. A second run changes nothing.
 * @returns the number of addresses, and the number of addresses on the list of sign-ups.
 */
export async function stopPeople(
  database: Database,
  emails: AsyncIterable<string>,
  because: StopReason,
  progress: (done: number) => void = () => {},
) {
  const { schema, transaction } = database;
  const stopped = { addresses: 0, onList: 0, mails: 0 };
  for await (const batch of batchesOf(emails, lookupSize)) {
    const people = [...new Set(batch)];
    const { onList, mails } = await transaction(async (query) => {
      const [key = ''] = await keysOf(database, query);
      const now = new Date().toISOString();
      await query(
        upsert(database, tables.stops, people.length),
        people.flatMap((email) => [addressHash(key, email), because, now]),
      );
      const list = listOf(people);
      const [row] = await query(
        `select count(*) as people from ${schema}signups where email in ${list}`,
        people,
      );
      const removed = await query(
        `delete from ${schema}deliveries where email in ${list} and kind in ${mailKindsSql}
           and sent_at is null and refused_at is null returning id`,
        people,
      );
      return { onList: Number(row?.people), mails: removed.length };
    });
    stopped.addresses += people.length;
    stopped.onList += onList;
    stopped.mails += mails;
    progress(stopped.addresses);
  }
  return stopped;
}

/**
 * Counts the people of a filter who have a stop. Looks the addresses up in batches, because one statement over a million
 * addresses takes 300 MiB: SQLite’s function `address_hash` frees its strings at the end of a statement only.
 */
export async function countStopped(database: Database, filter: SignupFilter): Promise<number> {
  const { schema, query, stream } = database;
  const [any] = await query(`select 1 as stop from ${schema}stops limit 1`);
  if (!any) return 0;
  const keys = await keysOf(database, query);
  const { condition, parameters } = conditionOf(database, filter);
  const rows = stream(`select email from ${schema}signups where ${condition}`, parameters);
  let stopped = 0;
  for await (const batch of batchesOf(rows, lookupSize)) {
    const hashesOf = ({ email }: Row) => keys.map((key) => addressHash(key, String(email)));
    const hashes = batch.flatMap(hashesOf);
    const found = await query(
      `select address_hash from ${schema}stops where address_hash in ${listOf(hashes)}`,
      hashes,
    );
    const stops = new Set(found.map(({ address_hash }) => address_hash));
    stopped += batch.filter((row) => hashesOf(row).some((hash) => stops.has(hash))).length;
  }
  return stopped;
}

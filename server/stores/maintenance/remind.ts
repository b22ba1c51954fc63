import { mailLimitDays, mailsPerAddress } from '../../../shared/entry/entry.ts';
import { pause } from './batches.ts';
import { countRows, type Database, listOf, type Value } from './database.ts';
import { isStopped } from './filter.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Returns SQL of the people who signed up before `$1`, have not confirmed, and may get one more mail. Such a person has
 * had no reminder, no stop and fewer than {@link mailsPerAddress} mails since the day `$2`, and no mail waits.
 */
function selectPeople(database: Database): string {
  const { schema, addressHash: hashOf } = database;
  return `select email from ${schema}signups
    where confirmed_at is null and created_at < $1
      and not ${isStopped(database)}
      and not exists (select 1 from ${schema}links where links.email = signups.email and links.kind = 'reminder')
      and not exists (select 1 from ${schema}deliveries where deliveries.email = signups.email
        and (deliveries.kind = 'reminder' or (deliveries.sent_at is null and deliveries.refused_at is null
          and deliveries.kind in ('confirm', 'entry'))))
      and coalesce((select sum(mail_counts.sent) from ${schema}address_keys
        join ${schema}mail_counts on mail_counts.address_hash = ${hashOf('address_keys.key', 'signups.email')}
        where mail_counts.day >= $2), 0) < ${mailsPerAddress}`;
}

const parametersOf = (before: Date): Value[] => [
  before.toISOString(),
  new Date(Date.now() - mailLimitDays * dayMs).toISOString().slice(0, 10),
];

/** Counts the people whom {@link remind} would remind. Changes nothing. */
export const countReminders = (database: Database, before: Date): Promise<number> =>
  countRows(database, selectPeople(database), parametersOf(before));

/**
 * Queues the reminders of the next people in one transaction. The order is that of the addresses.
 * @param after the last address of the batch before.
 * @returns the number of reminders, and the last address of this batch; null if no person is left.
 */
const remindBatch = (database: Database, before: Date, after: string) =>
  database.transaction(async (query) => {
    const next = `${selectPeople(database)} and email > $3 order by email limit ${database.batchSize}`;
    // Locks the rows, so that a sign-up and a second command count the same mails.
    const locked = await query(
      `update ${database.schema}signups set email = email where confirmed_at is null and email in (${next})
       returning email`,
      [...parametersOf(before), after],
    );
    // PostgreSQL may sort letters otherwise. Then the next batch begins earlier, at people who have their reminder by now.
    const emails = locked.map(({ email }) => String(email)).toSorted();
    const last = emails.at(-1);
    if (last === undefined) return null;
    const still = await query(`${selectPeople(database)} and email in ${listOf(emails, 2)}`, [
      ...parametersOf(before),
      ...emails,
    ]);
    const people = still.map(({ email }) => String(email));
    const reminders = await database.queueMails(query, people, 'reminder');
    return { reminders, last };
  });

/**
 * Queues one reminder for each person who has not confirmed and signed up before a time, in many short transactions. A
 * killed run has queued whole batches, and the next run queues the rest: a person gets one reminder.
 * @returns the number of reminders.
 */
export async function remind(
  database: Database,
  before: Date,
  progress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0;
  let batch = await remindBatch(database, before, '');
  while (batch) {
    done += batch.reminders;
    progress(done);
    await pause();
    batch = await remindBatch(database, before, batch.last);
  }
  return done;
}

import { mailLimitDays, mailsPerAddress } from '../../../shared/entry/entry.ts';
import { addressHash } from '../hashes.ts';
import { repeatBatch } from './batches.ts';
import { type Database, listOf, type Value } from './database.ts';
import { keysOf } from './erasures.ts';
import { isStopped } from './filter.ts';
import { queueDeliveries } from './queue-deliveries.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Returns SQL of the people who have not confirmed, signed up before `$1`, and may get one more mail: no reminder so far, no
 * waiting mail, no stop, and fewer than {@link mailsPerAddress} mails since the day `$2`.
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
export async function countReminders(database: Database, before: Date): Promise<number> {
  const [row] = await database.query(
    `select count(*) as people from (${selectPeople(database)}) as chosen`,
    parametersOf(before),
  );
  return Number(row?.people);
}

/** Queues the next reminders in one transaction. @returns their number. */
const remindBatch = (database: Database, before: Date): Promise<number> =>
  database.transaction(async (query) => {
    const { schema } = database;
    const select = `${selectPeople(database)} order by created_at, email`;
    // Locks the rows, so that a sign-up and a second command count the same mails.
    const locked = await query(
      `update ${schema}signups set email = email where confirmed_at is null and email in (
         ${select} limit ${database.batchSize}) returning email`,
      parametersOf(before),
    );
    const emails = locked.map(({ email }) => String(email));
    if (emails.length === 0) return 0;
    const still = await query(`${selectPeople(database)} and email in ${listOf(emails, 2)}`, [
      ...parametersOf(before),
      ...emails,
    ]);
    if (still.length === 0) return 0;
    const [key = ''] = await keysOf(database, query);
    const people = still.map(({ email }) => ({
      email: String(email),
      addressHash: addressHash(key, String(email)),
    }));
    const now = new Date().toISOString();
    await queueDeliveries(database, query, 'reminder', people, now);
    const counts = people.map((_person, index) => `($${index + 2}, $1, 1)`).join(', ');
    await query(
      `insert into ${schema}mail_counts as known (address_hash, day, sent) values ${counts}
       on conflict (address_hash, day) do update set sent = known.sent + 1`,
      [now.slice(0, 10), ...people.map((person) => person.addressHash)],
    );
    return people.length;
  });

/**
 * Queues one reminder for each person who has not confirmed and signed up before a time, in many short transactions. A
 * killed run has queued whole batches, and the next run queues the rest: a person gets one reminder.
 * @returns the number of reminders.
 */
export const remind = (
  database: Database,
  before: Date,
  progress: (done: number) => void = () => {},
): Promise<number> => repeatBatch(() => remindBatch(database, before), progress);

import type { ErasureLog } from '../erasure-log.ts';
import { repeatBatch } from './batches.ts';
import { type Database, listOf, type Value } from './database.ts';
import { conditionOf, type SignupFilter } from './filter.ts';
import { countSelected } from './read.ts';

/** What an erasure needs besides the database. */
export interface Erasing {
  /** Gets the evidence of each erasure, for a disk that dies later. */
  log: ErasureLog;
  /** Whether another system is to learn of each removal. */
  queuesEvents: boolean;
}

/** Erases some people in one transaction, and adds the evidence to the log. @returns the number of removed rows. */
export async function erasePeople(
  database: Database,
  emails: readonly string[],
  { log, queuesEvents }: Erasing,
): Promise<number> {
  const erased = await database.erase(emails, queuesEvents);
  log.write(erased);
  return erased.reduce((sum, { rows }) => sum + rows, 0);
}

/** The sign-ups that `signups forget` erases: the sign-ups from before a day (YYYY-MM-DD, UTC). */
export interface Age {
  before: string;
  /** Whether people of a wave stay. */
  notInvited: boolean;
}

/** Returns the filter of an age. */
export const filterOfAge = ({ before, notInvited }: Age): SignupFilter => ({
  before,
  ...(notInvited && { present: { invited_at: false } }),
});

/** What `signups forget` removed. */
export interface Forgotten {
  signups: number;
  /** Addresses without a sign-up, of which only old mails or old rows of the outbox were left. */
  others: number;
}

/** Counts the sign-ups that {@link forget} would erase. Changes nothing. */
export const countForgettable = (database: Database, age: Age): Promise<number> =>
  countSelected(database, filterOfAge(age));

/** Returns SQL of the addresses of old rows that have no sign-up. */
function selectOthers(database: Database): string {
  const { schema } = database;
  const places = [
    ['deliveries', 'created_at'],
    ...(database.hasOutbox ? [['signup_outbox', 'stored_at']] : []),
  ];
  const parts = places.map(
    ([
      table,
      dated,
    ]) => `select email from ${schema}${table} where ${dated} < $1 and email is not null
      and not exists (select 1 from ${schema}signups where signups.email = ${table}.email)`,
  );
  return `${parts.join(' union ')} limit ${database.batchSize}`;
}

/**
 * Erases the old sign-ups in many short transactions, each with evidence, so that sign-ups go on meanwhile. What a killed
 * run leaves, the next run erases. Sweeps also when it erased nothing, because the run before may have been killed before
 * its sweep. @param progress is called with the number of sign-ups that were erased so far.
 */
export async function forget(
  database: Database,
  age: Age,
  erasing: Erasing,
  progress: (done: number) => void = () => {},
): Promise<Forgotten> {
  const { schema, query } = database;
  const { condition, parameters } = conditionOf(database, filterOfAge(age));
  const old = `select email from ${schema}signups where ${condition}
    order by created_at, email limit ${database.batchSize}`;
  const eraseBatch = async (statement: string, values: readonly Value[]) => {
    const emails = (await query(statement, values)).map(({ email }) => String(email));
    if (emails.length > 0) await erasePeople(database, emails, erasing);
    return emails.length;
  };
  const midnight = `${age.before}T00:00:00.000Z`;
  const forgotten = {
    signups: await repeatBatch(() => eraseBatch(old, parameters), progress),
    others: await repeatBatch(() => eraseBatch(selectOthers(database), [midnight])),
  };
  await database.sweep();
  return forgotten;
}

/** Returns the given addresses that have no sign-up. */
export async function withoutSignup(
  { query, schema }: Database,
  emails: readonly string[],
): Promise<string[]> {
  const statement = `select email from ${schema}signups where email in ${listOf(emails)}`;
  const known = new Set((await query(statement, emails)).map(({ email }) => email));
  return emails.filter((email) => !known.has(email));
}

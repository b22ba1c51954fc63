import { setTimeout } from 'node:timers/promises';
import { newRun } from '../sqlite/erasure.ts';
import { StoreError } from '../store-error.ts';
import { repeatBatch } from './batches.ts';
import type { Age, Database, Forgotten } from './database.ts';
import { conditionOf } from './filter.ts';
import { countForgettable, filterOfAge } from './forget.ts';

/** Sign-ups that are erased in one transaction. */
const batchRows = 500;

/** SQL of the salt that an address has in a run of `signups forget`. `saltInRun` says the same in TypeScript. */
export const saltInRunSql = (run: string, email: string): string =>
  `${run} || ':' || left(encode(sha256(convert_to(${run} || ${email}, 'UTF8')), 'hex'), 32)`;

/** Adds evidence of a run, `$1`, for the addresses in `gone`. `newest` is the newest row of an address. */
const addEvidence = `insert into deckwright.erasures (salt, address_hash, erased_at)
  select salt, encode(sha256(convert_to(salt || email, 'UTF8')), 'hex'),
    deckwright.date_erasure(newest)
  from (select email, newest, ${saltInRunSql('$1', 'email')} as salt from gone) as salted
  on conflict do nothing`;

/**
 * Erases the next old sign-ups and their mails, `$2` and later, in one transaction. Skips a row that another transaction
 * has locked, because waiting for the row could be a deadlock.
 */
const batchStatement = (condition: string): string => `with chosen as (
    select email, created_at from deckwright.signups
    where ${condition} and created_at >= cast(cast($2 as text) as timestamptz)
    order by created_at limit ${batchRows} for update skip locked
  ), old_signups as (
    delete from deckwright.signups using chosen where signups.email = chosen.email
    returning signups.email, signups.created_at
  ), old_mails as (
    delete from deckwright.mails using old_signups where mails.email = old_signups.email
    returning mails.email, mails.requested_at
  ), old_changes as (
    delete from deckwright.mails using old_signups
    where mails.replaces = old_signups.email and mails.email not in (select email from old_signups)
    returning mails.replaces, mails.requested_at
  ), gone as (
    select email, max(dated) as newest
    from (
      select email, created_at as dated from old_signups
      union all select email, requested_at from old_mails
      union all select replaces, requested_at from old_changes
    ) as old_rows
    group by email
  ), evidence as (${addEvidence})
  select count(*) as signups, cast(max(created_at) as text) as newest from old_signups`;

/** Erases the mails of addresses that have no sign-up, `$2` and earlier. */
const othersStatement = `with old as (
    delete from deckwright.mails
    where requested_at < cast($2 as timestamptz)
      and not exists (select from deckwright.signups where signups.email = mails.email)
      and not exists (select from deckwright.signups where signups.email = mails.replaces)
    returning email, replaces, requested_at
  ), gone as (
    select email, max(requested_at) as newest
    from (
      select email, requested_at from old
      union all select replaces, requested_at from old where replaces is not null
    ) as old_rows
    group by email
  ), evidence as (${addEvidence})
  select count(*) as others from gone`;

/** How often the command comes back to rows that other transactions have locked, and the seconds in between. */
const patience = { tries: 10, seconds: 1 };

/**
 * Erases the old sign-ups. Each statement is a transaction that erases {@link batchRows} sign-ups with evidence, so that a
 * killed run leaves whole batches, and the next run does the rest.
 */
export async function forgetInPostgres(
  database: Database,
  age: Age,
  progress: (done: number) => void,
): Promise<Forgotten> {
  const run = newRun();
  let signups = 0;
  for (let tries = 0; ; tries += 1) {
    let newest = '-infinity';
    const before = signups;
    signups += await repeatBatch(
      async () => {
        const { condition, parameters } = conditionOf(database, filterOfAge(age), [run, newest]);
        const [row] = await database.query(batchStatement(condition), ...parameters);
        newest = String(row?.newest ?? newest);
        return Number(row?.signups);
      },
      (done) => progress(before + done),
    );
    const left = await countForgettable(database, age);
    if (left === 0) break;
    if (tries === patience.tries) {
      throw new StoreError({
        code: 'in_use',
        problem: `${signups} sign-ups were erased, and another transaction has ${left} locked`,
        remedy: 'Run it again.',
      });
    }
    await setTimeout(patience.seconds * 1_000);
  }
  const [row] = await database.query(othersStatement, run, `${age.before}T00:00:00.000Z`);
  return { signups, others: Number(row?.others) };
}

import type { SQLTagStore } from 'node:sqlite';
import {
  confirmationsPerAddress,
  type EntryStore,
  entrySchema,
  mailLimitDays,
  mailsPerAddress,
} from '../../../shared/entry/entry.ts';
import type { MadeSignup } from '../../../shared/signup/receipt.ts';
import { addEvidence, addressHash, after } from './erasure.ts';
import type { SqliteFile } from './file.ts';

const dayMs = 24 * 60 * 60 * 1000;
const isoBefore = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Returns what stands for an address in `erased_mails`. PostgreSQL has the same in `mail_hash`. */
const mailHash = (email: string): string => addressHash('mail:', email);

/** Returns how many mails an address was to get within the limit's days, those of erased entries included. */
function countMails(sql: SQLTagStore, email: string, now: Date) {
  const since = isoBefore(now, mailLimitDays * dayMs);
  const row = sql.get`select count(*) as all_kinds, count(*) filter (where kind = 'confirm') as confirm
    from (
      select kind from mails
      where email = ${email} and kind <> 'withheld' and requested_at > ${since}
      union all
      select kind from erased_mails
      where address_hash = ${mailHash(email)} and requested_at > ${since}
    )`;
  return { all: Number(row?.all_kinds), confirm: Number(row?.confirm) };
}

/** Adds a mail. A worker takes a withheld mail as any other, and sends nothing. */
function addMail(
  sql: SQLTagStore,
  {
    kind,
    email,
    replaces,
  }: { kind: 'confirm' | 'change' | 'withheld'; email: string; replaces: string | null },
  now: Date,
): void {
  const time = now.toISOString();
  sql.run`insert into mails (kind, email, replaces, requested_at, due_at)
    values (${kind}, ${email}, ${replaces}, ${time}, ${time})`;
}

/**
 * Queues the mail that asks an address to confirm its entry, within the limits and while the entry is unconfirmed.
 * Otherwise adds a withheld mail, because without the write the answer would come sooner than for a new address. Runs in
 * the transaction that saves the sign-up.
 */
export function requestConfirmation(sql: SQLTagStore, email: string, now: Date): void {
  const { all, confirm } = countMails(sql, email, now);
  const open = sql.get`select 1 from signups where email = ${email} and confirmed_at is null`;
  const isDue = open && all < mailsPerAddress && confirm < confirmationsPerAddress;
  addMail(sql, { kind: isDue ? 'confirm' : 'withheld', email, replaces: null }, now);
}

function read(sql: SQLTagStore, email: string, now: Date) {
  const since = isoBefore(now, mailLimitDays * dayMs);
  const row = sql.get`select email, source, created_at as createdAt, confirmed_at as confirmedAt,
      (select m.email from mails m where m.replaces = signups.email and m.requested_at > ${since}
        order by m.id desc limit 1) as pendingEmail,
      (select text from notices where version = signups.notice) as notice
    from signups where email = ${email}`;
  return row ? entrySchema.parse(row) : null;
}

/**
 * Deletes all mails that name an address, or only the mails that wait for a delivery. A mail that may have gone out is
 * counted in `erased_mails`, so that an address does not get more mails when entries are removed in between.
 * @returns when the newest deleted mail was requested; null: there was none.
 */
function eraseMails(sql: SQLTagStore, email: string, which: 'all' | 'waiting' = 'all'): unknown {
  const rows = sql.all`delete from mails where (email = ${email} or replaces = ${email})
    and (${which} = 'all' or (sent_at is null and refused_at is null))
    returning email, kind, requested_at, attempted_at`;
  const sent = rows.filter(
    ({ kind, attempted_at }) => attempted_at !== null && kind !== 'withheld',
  );
  for (const mail of sent) {
    sql.run`insert into erased_mails (address_hash, kind, requested_at)
      values (${mailHash(String(mail.email))}, ${mail.kind ?? null}, ${mail.requested_at ?? null})`;
  }
  return (
    rows
      .map(({ requested_at }) => requested_at)
      .sort()
      .at(-1) ?? null
  );
}

/** Removes the entry and the mails of an address, and adds evidence of the erasure. Returns whether there was an entry. */
export function erase(sql: SQLTagStore, email: string, now: Date): boolean {
  const erasedAt = after(eraseMails(sql, email), now);
  sql.run`delete from outbox where email = ${email}`;
  const erased = sql.get`delete from signups where email = ${email} returning created_at`;
  if (!erased) return false;
  addEvidence(sql, email, after(erased.created_at, erasedAt));
  return true;
}

/**
 * Removes the entry that one attempt made, with evidence, unless somebody has signed up with the address since or has
 * confirmed the entry. Deletes its mails that still wait. Mails that went out stay, because `MAIL_PER_MINUTE` counts them.
 * Runs in the transaction that saves the sign-up which replaces it.
 */
export function removeReplaced(sql: SQLTagStore, { email, attempt }: MadeSignup, now: Date): void {
  const replaced = sql.get`delete from signups
    where email = ${email} and attempt = ${attempt} and confirmed_at is null returning created_at`;
  if (!replaced) return;
  const erasedAt = after(eraseMails(sql, email, 'waiting'), now);
  addEvidence(sql, email, after(replaced.created_at, erasedAt));
}

function confirm(sql: SQLTagStore, email: string, now: Date): boolean {
  const { changes } = sql.run`update signups
    set confirmed_at = coalesce(confirmed_at, ${now.toISOString()}) where email = ${email}`;
  return Number(changes) > 0;
}

/** Gives the row of `from` the address `to`, unless `to` has a row. */
function move(sql: SQLTagStore, from: string, to: string, now: Date): boolean {
  const moved = read(sql, from, now);
  if (!moved) return false;
  if (!read(sql, to, now)) sql.run`update signups set email = ${to} where email = ${from}`;
  const erasedAt = after(eraseMails(sql, from), now);
  sql.run`delete from outbox where email = ${from}`;
  sql.run`delete from signups where email = ${from}`;
  addEvidence(sql, from, after(moved.createdAt, erasedAt));
  return confirm(sql, to, now);
}

function requestChange(sql: SQLTagStore, from: string, to: string, now: Date): void {
  const since = isoBefore(now, mailLimitDays * dayMs);
  const row = sql.get`select count(*) as changes from mails
    where replaces = ${from} and requested_at > ${since}`;
  if (Number(row?.changes) >= mailsPerAddress) return;
  // Without the withheld mail, the page of the entry would show strangers that the new address has got mails.
  const isDue = countMails(sql, to, now).all < mailsPerAddress;
  addMail(sql, { kind: isDue ? 'change' : 'withheld', email: to, replaces: from }, now);
}

/** Creates the store of entries in the SQLite file. @param clock for tests. */
export function createSqliteEntries(file: SqliteFile, clock = () => new Date()): EntryStore {
  return {
    read: (email) => file.commit((sql) => read(sql, email, clock())),
    confirm: (email) => file.commit((sql) => confirm(sql, email, clock())),
    move: (from, to) => file.commit((sql) => move(sql, from, to, clock())),
    remove: (email) => file.commit((sql) => erase(sql, email, clock())),
    requestChange: (from, to) => file.commit((sql) => requestChange(sql, from, to, clock())),
  };
}

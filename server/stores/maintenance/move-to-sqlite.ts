import { existsSync } from 'node:fs';
import type { StatementSync } from 'node:sqlite';
import { inTransaction, openSignups, signupsPath } from '../sqlite/open.ts';
import type { Row } from './database.ts';
import { applyErasures, dateErasuresFrom, removeErased } from './erasures.ts';
import { heldSeconds, type MoveTarget, merges } from './move-target.ts';
import { openSqliteDatabase } from './sqlite.ts';

const functions = { least: 'min', greatest: 'max' } as const;

function assignment(column: string): string {
  const merge = merges[column];
  const name = merge ? functions[merge] : 'coalesce';
  return `${column} = ${name}(signups.${column}, excluded.${column})`;
}

const copySignup = (columns: readonly string[]): string =>
  `insert into signups (${columns}) values (${columns.map(() => '?')})
   on conflict (email) do update set ${columns.filter((name) => name !== 'email').map(assignment)}`;

const isArrived = `select 1 from signups
  where email = ? and created_at <= ? and last_seen_at >= ? and times >= ?`;

const keyOfMail = ['kind', 'email', 'replaces', 'requested_at'] as const;
const isSameMail = 'kind = ? and email = ? and replaces is ? and requested_at = ?';

/** In these columns either database may say that a mail has ended. */
const endOfMail = ['sent_at', 'refused_at', 'refusal'] as const;
const mergeMail = `update mails set
    tries = max(tries, ?),
    attempted_at = nullif(max(coalesce(attempted_at, ''), coalesce(?, '')), ''),
    ${endOfMail.map((column) => `${column} = coalesce(${column}, ?)`).join(', ')}
  where ${isSameMail}`;

/** Returns the time until which a mail that waits is held: ISO 8601, UTC. */
const heldUntil = (): string => new Date(Date.now() + heldSeconds * 1_000).toISOString();

const copyCount = `insert into daily_counts (day, name, label, count) values (?, ?, ?, ?)
  on conflict do update set count = max(count, excluded.count)`;

const copyNotice = `insert into notices (version, text, first_shown_at) values (?, ?, ?)
  on conflict do update set first_shown_at = min(first_shown_at, excluded.first_shown_at)`;

type Value = string | number | null;
const valuesOf = (row: Row, columns: readonly string[]): Value[] =>
  columns.map((column) => (row[column] ?? null) as Value);

/** Opens the file of a data folder, which a server may have open. Creates folder and file when they are missing. */
export function openSqliteTarget(directory: string): MoveTarget {
  if (!existsSync(signupsPath(directory))) openSignups(directory, { create: true }).close();
  const database = openSqliteDatabase(directory);
  const { connection } = database;
  // A statement for each page would stay in memory until the garbage collector finds it.
  const prepared = new Map<string, StatementSync>();
  const prepare = (statement: string): StatementSync => {
    const known = prepared.get(statement) ?? connection.prepare(statement);
    prepared.set(statement, known);
    return known;
  };
  const write = async <Result>(work: () => Result): Promise<Result> => {
    try {
      return inTransaction(connection, work);
    } catch (error) {
      throw database.explain(error);
    }
  };
  return {
    database,
    wantsIsoTimes: true,
    dateErasuresFrom: (time) => write(() => dateErasuresFrom(connection, time)),
    addNotices: (notices) =>
      write(() => {
        const copy = prepare(copyNotice);
        for (const row of notices)
          copy.run(...valuesOf(row, ['version', 'text', 'first_shown_at']));
      }),
    addSignups: (columns, rows) =>
      write(() => {
        const isKnown = prepare('select 1 from signups where email = ?');
        const [copy, check] = [prepare(copySignup(columns)), prepare(isArrived)];
        const arrival = { copied: 0, known: 0, verified: 0 };
        for (const row of rows) {
          if (isKnown.get(String(row.email))) arrival.known += 1;
          else arrival.copied += 1;
          copy.run(...valuesOf(row, columns));
          const facts = valuesOf(row, ['email', 'created_at', 'last_seen_at', 'times']);
          if (check.get(...facts)) arrival.verified += 1;
        }
        return arrival;
      }),
    addMails: (columns, rows) =>
      write(() => {
        const values = columns.map((column) => (column === 'due_at' ? 'max(?, ?)' : '?'));
        const add = prepare(`insert into mails (${columns}) values (${values})`);
        const merge = prepare(mergeMail);
        let added = 0;
        for (const row of rows) {
          const key = valuesOf(row, keyOfMail);
          const merged = merge.run(
            ...valuesOf(row, ['tries', 'attempted_at', ...endOfMail]),
            ...key,
          );
          if (Number(merged.changes) > 0) continue;
          add.run(
            ...columns.flatMap((column) => [
              ...valuesOf(row, [column]),
              ...(column === 'due_at' ? [heldUntil()] : []),
            ]),
          );
          added += 1;
        }
        return added;
      }),
    applyErasures: (erasures) => write(() => void applyErasures(connection, erasures)),
    removeErased: (erasures) => write(() => void removeErased(connection, erasures)),
    addCounts: (counts) =>
      write(() => {
        const copy = prepare(copyCount);
        for (const row of counts) copy.run(...valuesOf(row, ['day', 'name', 'label', 'count']));
      }),
    close: database.close,
  };
}

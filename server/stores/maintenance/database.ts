import type { Erased } from '../../../shared/entry/entry.ts';
import type { LinkKind } from '../../../shared/entry/link.ts';

export type Value = string | number | null;
export type Row = Record<string, unknown>;
/** Runs one statement. The parameters are `$1`, `$2` … */
export type Query = (statement: string, values?: readonly Value[]) => Promise<Row[]>;

/** A database of sign-ups as the terminal uses it, with the same statements for SQLite and for PostgreSQL. */
export interface Database {
  /** Stands before the name of a table. */
  schema: '' | 'deckwright.';
  /** Whether the database has the table `signup_outbox`. */
  hasOutbox: boolean;
  /** The number of people that one transaction changes. */
  batchSize: number;
  /** Returns SQL of a time as ISO 8601 text, UTC, in milliseconds. */
  time(column: string): string;
  /** Returns SQL of a day as YYYY-MM-DD. */
  day(column: string): string;
  /** Returns SQL of an `address_hash`. Both arguments are SQL. */
  addressHash(key: string, email: string): string;
  query: Query;
  /** Yields rows one by one, at constant memory. */
  stream(statement: string, values?: readonly Value[]): AsyncGenerator<Row>;
  /** Runs `work` in one transaction. May run `work` again after a lost connection, so `work` must change no variable outside. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Queues a mail to each address within the limits, in the caller's transaction. Returns the number of queued mails. */
  queueMails(query: Query, emails: readonly string[], kind: LinkKind): Promise<number>;
  /** Erases some people in one transaction, as the page of an entry does. Returns the evidence of each. */
  erase(emails: readonly string[], queuesEvents: boolean): Promise<Erased[]>;
  /** Removes the bytes of deleted rows: from SQLite’s log, or from PostgreSQL’s tables and indexes. */
  sweep(): Promise<void>;
  /** Returns an error of this database as one that names the problem and the remedy. Returns every other error as it is. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}

/** Addresses in one look-up, or in one change that needs no short transaction. */
export const lookupSize = 500;

/** Returns SQL of a list of parameters: `($3, $4)`. @param before the number of parameters before the list. */
export const listOf = (values: readonly unknown[], before = 0): string =>
  `(${values.map((_value, index) => `$${before + index + 1}`).join(', ')})`;

/**
 * Counts the rows of a `select`. Reads them one by one, because Node keeps the arguments of `address_hash` until SQLite
 * returns a row: `count(*)` over a million addresses takes 300 MiB.
 */
export async function countRows(
  { stream }: Pick<Database, 'stream'>,
  select: string,
  values: readonly Value[],
): Promise<number> {
  let rows = 0;
  for await (const _row of stream(select, values)) rows += 1;
  return rows;
}

/** Yields lists of `size` rows, and at last the rest. */
export async function* batchesOf<Item>(
  rows: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

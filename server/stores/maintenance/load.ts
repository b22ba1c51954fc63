import { StoreError } from '../store-error.ts';
import { pause } from './batches.ts';
import { batchesOf, type Database, listOf, type Query, type Row } from './database.ts';
import { emailsOf, removeErased, withoutErased } from './erasures.ts';
import { addDeliveries, type WaitingMails } from './load-deliveries.ts';
import { type LoadedTable, selectAll, type TableName, tables, upsert, valuesOf } from './tables.ts';

/** A source of rows for a database: another database, a file of an export, or the evidence beside the backups. */
export interface Source {
  /** Yields the rows of a table, each with the columns that `tables` names. */
  read(table: TableName): AsyncIterable<Row>;
  /** Returns a value that changes when the source gets another erasure. A source without it does not change meanwhile. */
  erasureMark?(): Promise<string>;
}

export interface LoadOptions {
  /** The tables to copy; without it all of them. */
  only?: readonly TableName[];
  /** True: a sign-up that the target knows stays as it is. False: both rows are merged. */
  keepKnown?: boolean;
  /** True: only counts, and changes nothing. */
  rehearse?: boolean;
  /** What becomes of a mail that waits in the source, and that the target does not know. Without it: `carry`. */
  waitingMails?: WaitingMails;
  /** Called with the number of sign-ups that were read so far. */
  progress?: (done: number) => void;
}

/** Rows of one transaction. A server that uses the target waits for each transaction, some 5 ms on SQLite. */
const batchRows = 500;

async function erasureMark({ schema, query, time }: Database): Promise<string> {
  const statement = `select count(*) as erasures, max(${time('erased_at')}) as newest from ${schema}erasures`;
  return JSON.stringify(await query(statement));
}

/** Returns a database as a source. */
export const sourceOf = (database: Database): Source => ({
  read: (table) => database.stream(selectAll(database, tables[table])),
  erasureMark: () => erasureMark(database),
});

async function knownAmong({ schema }: Database, query: Query, emails: string[]) {
  if (emails.length === 0) return new Set<string>();
  const list = listOf(emails);
  const rows = await query(`select email from ${schema}signups where email in ${list}`, emails);
  return new Set(rows.map(({ email }) => String(email)));
}

/** Fills the columns that a file of another tool lacks. */
function dateSignup(row: Row, now: string): Row {
  const created_at = row.created_at ?? now;
  const last_seen_at = row.last_seen_at ?? created_at;
  return {
    ...row,
    created_at,
    last_seen_at,
    seen_on: row.seen_on ?? String(last_seen_at).slice(0, 10),
  };
}

const missing = (problem: string): StoreError =>
  new StoreError({
    code: 'move_failed',
    problem: `${problem}; nothing was removed from the source`,
    remedy: 'Run it again. If the number stays, look for triggers on the target’s table.',
  });

/**
 * Adds sign-ups in one transaction. Of several rows of one address the first counts.
 * @returns the number of added sign-ups, of sign-ups that the target knew, and of erased sign-ups.
 */
function addSignups(target: Database, rows: Row[], { keepKnown, rehearse }: LoadOptions) {
  return target.transaction(async (query) => {
    const known = await knownAmong(target, query, emailsOf(rows));
    const alive = await withoutErased(target, query, rows);
    const [first = []] = withoutRepeats(alive, tables.signups);
    const added = first.filter(({ email }) => !known.has(String(email)));
    const now = new Date().toISOString();
    const wanted = (keepKnown ? added : first).map((row) => dateSignup(row, now));
    if (wanted.length > 0 && !rehearse) {
      const statement = upsert(target, tables.signups, wanted.length, keepKnown);
      await query(statement, valuesOf(wanted, tables.signups));
      const arrived = await knownAmong(target, query, emailsOf(wanted));
      const lost = wanted.length - arrived.size;
      if (lost > 0) throw missing(`${lost} of ${wanted.length} sign-ups did not arrive`);
    }
    return {
      added: added.length,
      known: alive.length - added.length,
      erased: rows.length - alive.length,
    };
  });
}

/** Adds the links of people who have a sign-up in the target. */
const addLinks = (target: Database, rows: Row[]) =>
  target.transaction(async (query) => {
    const known = await knownAmong(target, query, emailsOf(rows));
    const alive = await withoutErased(target, query, rows);
    const wanted = alive.filter(({ email }) => known.has(String(email)));
    if (wanted.length === 0) return;
    await query(upsert(target, tables.links, wanted.length), valuesOf(wanted, tables.links));
  });

/** Splits rows into lists in which no key stands twice, because PostgreSQL changes a row only once in a statement. */
function* withoutRepeats(rows: readonly Row[], { key }: LoadedTable): Generator<Row[]> {
  let left = rows;
  while (left.length > 0) {
    const firsts = new Map<string, Row>();
    const repeats: Row[] = [];
    for (const row of left) {
      const id = JSON.stringify(key.map((name) => row[name]));
      if (firsts.has(id)) repeats.push(row);
      else firsts.set(id, row);
    }
    yield [...firsts.values()];
    left = repeats;
  }
}

/** Yields the rows of a table in batches, and waits after each, so that a server gets the lock of an SQLite file. */
async function* batchesIn(source: Source, table: TableName): AsyncGenerator<Row[]> {
  for await (const rows of batchesOf(source.read(table), batchRows)) {
    yield rows;
    await pause();
  }
}

/** Copies a table that needs no rule of its own. */
async function addRows(source: Source, target: Database, name: TableName): Promise<void> {
  const table = tables[name];
  for await (const batch of batchesIn(source, name)) {
    for (const rows of withoutRepeats(batch, table)) {
      const statement = upsert(target, table, rows.length);
      await target.transaction((query) => query(statement, valuesOf(rows, table)));
    }
  }
}

/**
 * Copies rows into a database, batch by batch, while servers use source and target. Adds and merges, and removes nothing
 * but rows that are older than the erasure of their address, in either database. A killed load leaves whole batches,
 * and a second load does the rest: no row arrives twice.
 */
export async function load(source: Source, target: Database, options: LoadOptions = {}) {
  const loaded = {
    /** Sign-ups that the target did not have. */
    added: 0,
    /** Sign-ups that the target had already. */
    known: 0,
    /** Sign-ups that are older than the erasure of their address, and stay away. */
    erased: 0,
    /** Mails that the target did not have. */
    mails: 0,
    /** Sign-ups of the target that the source has erased. */
    removed: 0,
  };
  const wants = (table: TableName): boolean => options.only?.includes(table) ?? true;
  const addEach = async (names: readonly TableName[]) => {
    for (const name of names) if (wants(name)) await addRows(source, target, name);
  };
  const evidence = ['address_keys', 'erasures', 'erasures_since'] as const;
  if (!options.rehearse) {
    await addEach([...evidence, 'stops', 'notices']);
    loaded.removed = await removeErased(target);
  }
  const marks = async () => [await source.erasureMark?.(), await erasureMark(target)].join();
  const before = await marks();
  let done = 0;
  if (wants('signups')) {
    for await (const rows of batchesIn(source, 'signups')) {
      const { added, known, erased } = await addSignups(target, rows, options);
      loaded.added += added;
      loaded.known += known;
      loaded.erased += erased;
      done += rows.length;
      options.progress?.(done);
    }
  }
  if (options.rehearse) return loaded;
  if (wants('links')) {
    for await (const rows of batchesIn(source, 'links')) await addLinks(target, rows);
  }
  if (wants('deliveries')) {
    for await (const rows of batchesIn(source, 'deliveries')) {
      loaded.mails += await addDeliveries(target, rows, options.waitingMails ?? 'carry');
    }
  }
  await addEach(['mail_counts', 'daily_counts']);
  if ((await marks()) === before) return loaded;
  // The source or the target has erased a person since the check.
  await addEach(evidence);
  loaded.removed += await removeErased(target);
  return loaded;
}

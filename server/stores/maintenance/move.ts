import { StoreError } from '../store-error.ts';
import type { ColumnInfo, Database, Row } from './database.ts';
import { type ErasedBy, type Erasure, erasedBy } from './erasures.ts';
import type { MoveTarget } from './move-target.ts';

/** Rows of one commit. A server that uses the target waits for each commit, some 5 ms on SQLite. */
const pageRows = 500;

async function* pagesOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < pageRows) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function erasuresOf({ query, schema, time }: Database): Promise<Erasure[]> {
  const rows: unknown[] = await query(
    `select salt, address_hash, ${time('erased_at')} as erased_at from ${schema}erasures`,
  );
  return rows as Erasure[];
}

/** Returns the erasures that `others` does not have. */
function without(erasures: Erasure[], others: Erasure[]): Erasure[] {
  const known = new Set(others.map(({ salt }) => salt));
  return erasures.filter(({ salt }) => !known.has(salt));
}

/** Columns that are true in one database only. */
const leftOut = ['id'];

/**
 * Returns the columns of a table of the source, without its own numbers of rows. A source of an older version may lack
 * the table. Throws when the target has no place for one of the columns.
 */
async function columnsOf(table: string, source: Database, target: Database) {
  const [all, places] = await Promise.all([source.columns(table), target.columns(table)]);
  const columns = all.filter(({ name }) => !leftOut.includes(name));
  const lacking = columns.filter(({ name }) => !places.some((place) => place.name === name));
  if (lacking.length === 0) return columns;
  throw new StoreError({
    code: 'move_failed',
    problem: `the target has no column ${lacking.map(({ name }) => name).join(', ')}`,
    remedy: 'Start the server of this version on the target once, which migrates it.',
  });
}

/** Returns SQL that selects every row of a table, in the order of the addresses. */
function selectAll(
  table: string,
  { schema, time }: Database,
  columns: ColumnInfo[],
  isoTimes: boolean,
): string {
  const selected = columns.map(({ name, kind }) => {
    if (kind === 'other') return name;
    return `${kind === 'time' && isoTimes ? time(name) : `cast(${name} as text)`} as ${name}`;
  });
  return `select ${selected.join(', ')} from ${schema}${table} order by email`;
}

/** Returns whether a mail is older than the erasure of an address that it names. */
const isMailErased = (isErased: ErasedBy, { email, replaces, requested_at }: Row): boolean =>
  [email, replaces].some((address) => isErased(address, requested_at));

/** Copies every mail. @returns the number of mails that the target did not have. */
async function moveMails(
  source: Database,
  target: MoveTarget,
  isErasedThere: ErasedBy,
): Promise<number> {
  const columns = await columnsOf('mails', source, target.database);
  if (columns.length === 0) return 0;
  const names = columns.map(({ name }) => name);
  const statement = selectAll('mails', source, columns, target.wantsIsoTimes);
  let added = 0;
  for await (const page of pagesOf(source.stream(statement))) {
    const rows = page.filter((row) => !isMailErased(isErasedThere, row));
    added += await target.addMails(names, rows);
  }
  return added;
}

/** Returns every notice; none from a file of an older version. */
async function noticesOf({ columns, query, schema, time }: Database): Promise<Row[]> {
  if ((await columns('notices')).length === 0) return [];
  return query(
    `select version, text, ${time('first_shown_at')} as first_shown_at from ${schema}notices`,
  );
}

/**
 * Copies every sign-up, mail, notice, count and evidence of an erasure to another database, counted and verified, page
 * by page. Removes nothing from the source. Erasures of either database hold for the rows of both.
 * @param progress is called with the number of sign-ups that were read so far.
 * Throws when a row did not arrive as it is in the source.
 */
export async function moveSignups(
  source: Database,
  target: MoveTarget,
  progress: (done: number) => void,
) {
  const moved = {
    /** Sign-ups that the target did not have. */
    copied: 0,
    /** Sign-ups that the target had already. */
    known: 0,
    /** Sign-ups that were erased in the target, and left out. */
    erased: 0,
    /** Copied and known sign-ups that the target has as the source has them. */
    verified: 0,
    /** Mails that the target did not have. */
    mails: 0,
  };
  let done = 0;
  const columns = await columnsOf('signups', source, target.database);
  const names = columns.map(({ name }) => name);
  // The target may merge rows, and erase later what this database or one of its backups still has.
  await target.dateErasuresFrom(await source.findEarliestErasure());
  await target.dateErasuresFrom(await target.database.findEarliestErasure());
  const [ours, theirs] = [await erasuresOf(source), await erasuresOf(target.database)];
  // Each database was cleaned by its own erasures. Only the difference has to be compared with rows.
  await target.applyErasures(without(ours, theirs));
  const isErasedThere = erasedBy(without(theirs, ours));
  // Before the sign-ups: PostgreSQL stores no version of a notice that it does not have.
  await target.addNotices(await noticesOf(source));
  const statement = selectAll('signups', source, columns, target.wantsIsoTimes);
  for await (const page of pagesOf(source.stream(statement))) {
    const rows = page.filter(({ email, created_at }) => !isErasedThere(email, created_at));
    const arrival = await target.addSignups(names, rows);
    moved.copied += arrival.copied;
    moved.known += arrival.known;
    moved.verified += arrival.verified;
    moved.erased += page.length - rows.length;
    done += page.length;
    progress(done);
  }
  moved.mails = await moveMails(source, target, isErasedThere);
  // What was erased on either side during the move. Rows that were copied are newer than the erasures that the source knew
  // before, also when the clock was set back since.
  await target.applyErasures(without(await erasuresOf(source), ours));
  await target.removeErased(without(await erasuresOf(target.database), [...ours, ...theirs]));
  const counts = await source.query(
    `select cast(day as text) as day, label, count,
       name
     from ${source.schema}daily_counts`,
  );
  await target.addCounts(counts);
  const missing = done - moved.erased - moved.verified;
  if (missing !== 0) {
    throw new StoreError({
      code: 'move_failed',
      problem: `${missing} of ${done} sign-ups are not in the target as they are here; nothing was removed here`,
      remedy: 'Run it again. If the number stays, look for triggers on the target’s table.',
    });
  }
  const { query, schema } = target.database;
  const [there] = await query(`select count(*) as total from ${schema}signups`);
  return { ...moved, total: Number(there?.total) };
}

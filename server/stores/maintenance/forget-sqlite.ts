import { DatabaseSync } from 'node:sqlite';
import { newRun, saltInRun } from '../sqlite/erasure.ts';
import { inTransaction } from '../sqlite/open.ts';
import { emptyLog } from '../sqlite/write.ts';
import { repeatBatch, sqliteBatchRows } from './batches.ts';
import type { Age, Forgotten } from './database.ts';
import { addressColumns, applyErasures, createEraser, readErasures } from './erasures.ts';
import { conditionOf } from './filter.ts';
import { filterOfAge } from './forget.ts';
import { findLeftovers, requireNoCopy } from './leftovers.ts';

type Choice = () => string[];

/** Returns what reads the next old sign-ups, in the order of their age. A sign-up is read once. */
function chooseSignups(connection: DatabaseSync, age: Age): Choice {
  const { condition, parameters } = conditionOf({ schema: '' }, filterOfAge(age), ['', '']);
  const select = connection.prepare(
    `select email, created_at from signups where ${condition} and (created_at, email) > ($1, $2)
     order by created_at, email limit ${sqliteBatchRows}`,
  );
  const [, , midnight] = parameters;
  let last = { $1: '', $2: '' };
  return () => {
    const rows = select.all({ ...last, $3: midnight ?? '' });
    const newest = rows.at(-1);
    if (newest) last = { $1: String(newest.created_at), $2: String(newest.email) };
    return rows.map(({ email }) => String(email));
  };
}

/** Returns what reads the next addresses of old mails and old rows of the outbox that have no sign-up. */
function chooseOthers(connection: DatabaseSync, { before }: Age): Choice {
  const parts = addressColumns(connection)
    .filter(({ table }) => table !== 'signups')
    .map(
      ({ table, column, since }) => `select ${column} as email from ${table}
        where ${since} < $1 and ${column} not in (select email from signups)`,
    );
  const select = connection.prepare(`${parts.join(' union ')} limit ${sqliteBatchRows}`);
  return () => select.all({ $1: `${before}T00:00:00.000Z` }).map(({ email }) => String(email));
}

async function forgetIn(
  connection: DatabaseSync,
  age: Age,
  progress: (done: number) => void,
): Promise<Forgotten> {
  const [run, erase] = [newRun(), createEraser(connection)];
  const eraseAll = (choose: Choice, report: (done: number) => void) =>
    repeatBatch(
      () =>
        inTransaction(connection, () => {
          const emails = choose();
          for (const email of emails) erase(email, saltInRun(run, email));
          return emails.length;
        }),
      report,
    );
  return {
    signups: await eraseAll(chooseSignups(connection, age), progress),
    others: await eraseAll(chooseOthers(connection, age), () => {}),
  };
}

/** Returns whether a file holds a sign-up that is old enough. A file of an older version has no waves. */
function holdsOld(connection: DatabaseSync, age: Age): boolean {
  const { condition, parameters } = conditionOf(
    { schema: '' },
    filterOfAge(knownAge(connection, age)),
  );
  const row = connection.prepare(`select 1 from signups where ${condition} limit 1`);
  return row.get({ $1: parameters[0] ?? '' }) !== undefined;
}

const knownAge = (connection: DatabaseSync, { before, notInvited }: Age): Age => ({
  before,
  notInvited:
    notInvited &&
    connection
      .prepare("select 1 from pragma_table_info('signups') where name = 'invited_at'")
      .get() !== undefined,
});

/** Erases from a file that `restore` kept what is old there, and what was erased from the present file. */
async function forgetInKept(connection: DatabaseSync, file: string, age: Age): Promise<void> {
  const kept = new DatabaseSync(file);
  try {
    kept.exec('pragma secure_delete = on');
    await forgetIn(kept, knownAge(kept, age), () => {});
    inTransaction(kept, () => applyErasures(kept, readErasures(connection)));
    emptyLog(kept);
  } finally {
    kept.close();
  }
}

/**
 * Erases the old sign-ups from the opened file, from the files that `restore` kept beside it, and from the log. Each
 * transaction erases {@link sqliteBatchRows} sign-ups with evidence, so that a killed run leaves whole batches, and the next run
 * does the rest. Throws when another file in the data folder may hold an old sign-up.
 */
export async function forgetInSqlite(
  connection: DatabaseSync,
  path: string,
  age: Age,
  progress: (done: number) => void,
): Promise<Forgotten> {
  const forgotten = await forgetIn(connection, age, progress);
  emptyLog(connection);
  const unreadable: string[] = [];
  for (const file of findLeftovers(path).kept) {
    await forgetInKept(connection, file, age).catch(() => unreadable.push(file));
  }
  const problem = `${forgotten.signups} sign-ups were erased, but others of before ${age.before} may stand`;
  requireNoCopy(path, problem, (copy) => holdsOld(copy, age), unreadable);
  return forgotten;
}

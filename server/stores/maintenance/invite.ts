import { repeatBatch } from './batches.ts';
import { countRows, type Database, listOf, type Query, type Row } from './database.ts';
import { conditionOf, type SignupFilter } from './filter.ts';

/** The people whom `signups invite` invites: the first people of the list who meet the filter and have no wave. */
export interface Invitation {
  wave: string;
  /** The largest number of people. */
  first: number;
  filter: SignupFilter;
  /** ISO 8601, UTC. */
  invitedAt: string;
  /** When the last person signed up who was marked so far. No batch reads the people before that moment again. */
  markedUntil?: string;
}

/** The row of `internals` with the invitation that is under way, as JSON. It holds no address. */
const name = 'unfinished_invitation';

/** A moment before every sign-up. */
const earliest = '0001-01-01T00:00:00.000Z';

const parse = (row: Row | undefined): Invitation | null =>
  row ? JSON.parse(String(row.value)) : null;

/** Returns the invitation that a command is marking, or that a killed command has left; null when there is none. */
export async function readUnfinished({ schema, query }: Database): Promise<Invitation | null> {
  const [row] = await query(`select value from ${schema}internals where name = $1`, [name]);
  return parse(row);
}

/** Reads the unfinished invitation, and locks its row for the transaction. */
const lockUnfinished = async ({ schema }: Database, query: Query): Promise<Invitation | null> => {
  const lock = `update ${schema}internals set value = value where name = $1 returning value`;
  const [row] = await query(lock, [name]);
  return parse(row);
};

const removeUnfinished = ({ schema }: Database, query: Query): Promise<Row[]> =>
  query(`delete from ${schema}internals where name = $1`, [name]);

/**
 * Stores an invitation as unfinished, unless there is an unfinished one already or the wave has people.
 * @returns the unfinished invitation; null when the wave has its people.
 */
const begin = (database: Database, invitation: Invitation): Promise<Invitation | null> =>
  database.transaction(async (query) => {
    const { schema } = database;
    const add = `insert into ${schema}internals (name, value) values ($1, $2)
      on conflict (name) do nothing returning name`;
    const added = await query(add, [name, JSON.stringify(invitation)]);
    if (added.length === 0) return lockUnfinished(database, query);
    const invited = await query(
      `select 1 as person from ${schema}signups where wave = $1 limit 1`,
      [invitation.wave],
    );
    if (invited.length === 0) return invitation;
    await removeUnfinished(database, query);
    return null;
  });

/** Marks the next people of the unfinished invitation. @returns their number. */
const markBatch = (database: Database, wave: string): Promise<number> =>
  database.transaction(async (query) => {
    const { schema, time } = database;
    const invitation = await lockUnfinished(database, query);
    // Another command has finished it.
    if (invitation?.wave !== wave) return 0;
    const { first, filter, invitedAt, markedUntil = earliest } = invitation;
    const size = Math.min(first, database.batchSize);
    const wanted = { ...filter, mailable: true } as const;
    const { condition, parameters } = conditionOf(database, wanted, [markedUntil]);
    const chosen = await query(
      `select email, ${time('created_at')} as signed_up_at from ${schema}signups
       where created_at >= $1 and wave is null and ${condition}
       order by created_at, email limit ${size}`,
      parameters,
    );
    if (chosen.length === 0) {
      await removeUnfinished(database, query);
      return 0;
    }
    const emails = chosen.map(({ email }) => String(email));
    await query(
      `update ${schema}signups set wave = $1, invited_at = $2 where email in ${listOf(emails, 2)}`,
      [wave, invitedAt, ...emails],
    );
    const left: Invitation = {
      ...invitation,
      first: first - emails.length,
      markedUntil: String(chosen.at(-1)?.signed_up_at),
    };
    await query(`update ${schema}internals set value = $1 where name = $2`, [
      JSON.stringify(left),
      name,
    ]);
    return emails.length;
  });

/**
 * Gives a wave to the people of an invitation, unless the wave has people already: then an earlier run has chosen them, and
 * this run adds no person. First finishes the invitation that a killed command has left. Marks the people in short transactions,
 * the oldest first, each of which also stores how many people are still to be marked, and from when. So sign-ups go on meanwhile, and a
 * killed command, or a command that runs at the same time, marks no person twice and leaves no person out.
 * @returns the number of people who were marked for this invitation.
 */
export async function invite(database: Database, invitation: Invitation): Promise<number> {
  const unfinished = await begin(database, invitation);
  if (!unfinished) return 0;
  const marked = await repeatBatch(() => markBatch(database, unfinished.wave));
  return unfinished.wave === invitation.wave ? marked : invite(database, invitation);
}

/** Counts the people of a wave. */
export async function countWave({ query, schema }: Database, wave: string): Promise<number> {
  const statement = `select count(*) as people from ${schema}signups where wave = $1`;
  const [row] = await query(statement, [wave]);
  return Number(row?.people);
}

/** Counts the people whom an invitation would mark. Changes nothing. */
export function countChosen(
  database: Database,
  { first, filter }: Pick<Invitation, 'first' | 'filter'>,
): Promise<number> {
  const { condition, parameters } = conditionOf(database, { ...filter, mailable: true });
  const statement = `select email from ${database.schema}signups where wave is null and ${condition} limit ${first}`;
  return countRows(database, statement, parameters);
}

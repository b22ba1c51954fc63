import { columns } from '../../../shared/signup/fields.ts';
import { addressHash } from '../hashes.ts';
import { type Database, listOf, type Row } from './database.ts';
import { keysOf } from './erasures.ts';

/** Everything that the database has about one address. Times are ISO 8601, UTC. */
export interface Person {
  /** Every stored field of the sign-up by its name; null: there is no sign-up. */
  signup: Row | null;
  /** The text that the person read at the form. */
  notice: Row | null;
  /** The links that were mailed. The database has no link itself, only its hash. */
  links: Row[];
  deliveries: Row[];
  /** The number of mails by day, of the last 30 days. */
  mailCounts: Row[];
  /** Why the operator may not write to the person. */
  stops: Row[];
  /** When the person was erased. */
  erasures: Row[];
}

/** Reads everything that the database has about an address, the file’s outbox excepted. */
export async function readPerson(database: Database, email: string): Promise<Person> {
  const { query, schema, time, day } = database;
  const fields = columns.map(({ name, column, kind }) => {
    const value = kind === 'time' ? time(column) : kind === 'day' ? day(column) : column;
    return `${value} as "${name}"`;
  });
  const [signup = null] = await query(
    `select ${fields.join(', ')} from ${schema}signups where email = $1`,
    [email],
  );
  const [notice = null] = await query(
    `select version, text, ${time('first_shown_at')} as "firstShownAt" from ${schema}notices
     where version = (select notice from ${schema}signups where email = $1)`,
    [email],
  );
  const hashes = (await keysOf(database, query)).map((key) => addressHash(key, email));
  const byHash = (selected: string, table: string, dated: string): Promise<Row[]> =>
    query(
      `select ${selected} from ${schema}${table} where address_hash in ${listOf(hashes)} order by ${dated}`,
      hashes,
    );
  return {
    signup,
    notice,
    links: await query(
      `select kind, ${time('created_at')} as "createdAt" from ${schema}links where email = $1
       order by created_at`,
      [email],
    ),
    deliveries: await byHash(
      `kind, ${time('created_at')} as "createdAt", ${time('sent_at')} as "sentAt",
       ${time('refused_at')} as "refusedAt", refusal`,
      'deliveries',
      'id',
    ),
    mailCounts: await byHash(`${day('day')} as day, sent`, 'mail_counts', 'day'),
    stops: await byHash(`because, ${time('stopped_at')} as "stoppedAt"`, 'stops', 'stopped_at'),
    erasures: await byHash(`${time('erased_at')} as "erasedAt"`, 'erasures', 'erased_at'),
  };
}

import type { AcceptedSignup } from '../../shared/signup/ports.ts';
import type { EmbeddedDatabase } from '../backends/embedded/database.ts';

/** Tries that were answered, and not with an acknowledgement, before others go first. */
const triesInTurn = 12;

const createStatements = [
  `create table if not exists deckwright.outbox (
    id bigint generated always as identity primary key,
    email text not null,
    signup jsonb not null,
    kept_at timestamptz not null default now(),
    tries integer not null default 0,
    refused_at timestamptz,
    refused_as text
  )`,
  `create unique index if not exists outbox_waiting
    on deckwright.outbox (email) where refused_at is null`,
];

/** Pressing twice while the function is away is one sign-up. */
const keepStatement = `insert into deckwright.outbox (email, signup)
  values ($1::text, $2::jsonb)
  on conflict (email) where refused_at is null do nothing`;

/**
 * Oldest first; one that the function answers with nothing but failures does not stop the others.
 * By the table’s own `id`: the one selected is a text, under which 10 comes before 9.
 */
const nextStatement = `select id::text, signup from deckwright.outbox where refused_at is null
  order by tries / ${triesInTurn}, outbox.id limit 1`;

/** A sign-up that was checked and waits for the function. */
export interface Kept {
  id: string;
  signup: AcceptedSignup;
}

/** What waits in the embedded database, durably. Each rejects where that cannot be asked. */
export interface Queue {
  /** Resolves once it is durable. */
  keep(signup: AcceptedSignup): Promise<void>;
  next(): Promise<Kept | null>;
  /** The function has it. */
  remove(kept: Kept): Promise<void>;
  /** The function will never take it: it stays, to be seen, and is not sent until a person says so. */
  setAside(kept: Kept, code: string): Promise<void>;
  countTry(kept: Kept): Promise<void>;
  /** Leaves nothing in the file of what was sent. */
  sweep(): Promise<void>;
}

/** Makes the table where there is none. It is this server’s alone, so no migration knows of it. */
export async function createTable({ query }: Pick<EmbeddedDatabase, 'query'>): Promise<void> {
  for (const statement of createStatements) await query(statement);
}

export function createQueue(database: () => Promise<EmbeddedDatabase>): Queue {
  const run = async (statement: string, ...parameters: unknown[]) =>
    (await database()).promptly(statement, parameters);
  return {
    async keep(signup) {
      await run(keepStatement, signup.email, JSON.stringify(signup));
    },
    async next() {
      const [row] = await run(nextStatement);
      return row ? { id: String(row.id), signup: row.signup as AcceptedSignup } : null;
    },
    async remove({ id }) {
      await run('delete from deckwright.outbox where id = $1::text::bigint', id);
    },
    async setAside({ id }, code) {
      await run(
        `update deckwright.outbox set refused_at = now(), refused_as = $2::text
         where id = $1::text::bigint`,
        id,
        code,
      );
    },
    async countTry({ id }) {
      await run('update deckwright.outbox set tries = tries + 1 where id = $1::text::bigint', id);
    },
    async sweep() {
      await (await database()).query('vacuum full deckwright.outbox');
    },
  };
}

import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { SqliteFile } from '../stores/sqlite/file.ts';
import { countOutbox, type OutboxCounts } from '../stores/terminal/outbox.ts';

/** Sign-ups that may wait; past it the prospect hears the upstream’s own error. */
const mostKept = 10_000;

export type Queue = ReturnType<typeof createQueue>;
/** A sign-up that was checked and waits for the function. */
export type Kept = NonNullable<Awaited<ReturnType<Queue['next']>>>;

/** What waits in the SQLite file. Each rejects where that cannot be read or written. */
export const createQueue = (file: SqliteFile) => ({
  /** Resolves once it is durable; with false where the outbox is full. An address waits once. */
  keep: (signup: AcceptedSignup): Promise<boolean> =>
    file.commit((sql) => {
      const waiting = sql.get`select count(*) as waiting from outbox where refused_at is null`;
      if (Number(waiting?.waiting) >= mostKept) return false;
      sql.run`insert into outbox (email, signup, kept_at)
        values (${signup.email}, ${JSON.stringify(signup)}, ${new Date().toISOString()})
        on conflict do nothing`;
      return true;
    }),
  /** The one to send next: the least often tried, and of those the oldest. */
  next: () =>
    file.commit((sql) => {
      const row = sql.get`select id, signup, tries from outbox where refused_at is null
        order by tries, id limit 1`;
      if (!row) return null;
      const signup = JSON.parse(String(row.signup)) as AcceptedSignup;
      // Tries: times that it was sent, answered, and not taken.
      return { id: Number(row.id), signup, tries: Number(row.tries) };
    }),
  remove: (id: number): Promise<unknown> =>
    file.commit((sql) => sql.run`delete from outbox where id = ${id}`),
  countTry: (id: number): Promise<unknown> =>
    file.commit((sql) => sql.run`update outbox set tries = tries + 1 where id = ${id}`),
  /** It stays, to be seen, and is not sent until a person says so. */
  setAside: (id: number, code: string): Promise<unknown> =>
    file.commit(
      (sql) => sql.run`update outbox set refused_at = ${new Date().toISOString()},
        refused_as = ${code} where id = ${id}`,
    ),
  counts: (): Promise<OutboxCounts> => file.commit(({ db }) => countOutbox(db)),
});

import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { OutboxCounts } from '../observability/metrics.ts';
import type { SqliteFile } from '../stores/sqlite/file.ts';
import { countOutbox } from '../stores/terminal/outbox.ts';

/** Sign-ups that may wait; past it the prospect hears the upstream’s own error. */
const mostKept = 10_000;

/** A sign-up that was checked and waits for the function. */
export interface Kept {
  id: number;
  signup: AcceptedSignup;
  /** Times that it was sent, answered, and not taken. */
  tries: number;
}

export type Queue = ReturnType<typeof createQueue>;

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
    file.commit((sql): Kept | null => {
      const row = sql.get`select id, signup, tries from outbox where refused_at is null
        order by tries, id limit 1`;
      if (!row) return null;
      const signup = JSON.parse(String(row.signup)) as AcceptedSignup;
      return { id: Number(row.id), signup, tries: Number(row.tries) };
    }),
  remove: ({ id }: Kept): Promise<unknown> =>
    file.commit((sql) => sql.run`delete from outbox where id = ${id}`),
  countTry: ({ id }: Kept): Promise<unknown> =>
    file.commit((sql) => sql.run`update outbox set tries = tries + 1 where id = ${id}`),
  /** It stays, to be seen, and is not sent until a person says so. */
  setAside: ({ id }: Kept, code: string): Promise<unknown> =>
    file.commit(
      (sql) => sql.run`update outbox set refused_at = ${new Date().toISOString()},
        refused_as = ${code} where id = ${id}`,
    ),
  counts: (): Promise<OutboxCounts> => file.commit(({ db }) => countOutbox(db)),
});

import type { SQLTagStore } from 'node:sqlite';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { OutboxCounts } from '../observability/metrics.ts';
import type { SqliteFile } from '../stores/sqlite/file.ts';

/** Sign-ups that may wait; past it the prospect hears the upstream’s own error. */
export const mostKept = 10_000;

/** A sign-up that was checked and waits for the function. */
export interface Kept {
  id: number;
  signup: AcceptedSignup;
  /** Times that it was sent, answered, and not taken. */
  tries: number;
}

export class OutboxFullError extends Error {
  constructor() {
    super(`${mostKept} sign-ups wait in the outbox already`);
  }
}

const waiting = (sql: SQLTagStore): number =>
  Number(sql.get`select count(*) as waiting from outbox where refused_at is null`?.waiting);

export type Queue = ReturnType<typeof createQueue>;

/** What waits in the SQLite file. Each rejects where that cannot be read or written. */
export const createQueue = (file: SqliteFile) => ({
  /** Resolves once it is durable. An address waits once. Rejects with an {@link OutboxFullError}. */
  keep: (signup: AcceptedSignup): Promise<void> =>
    file.commit((sql) => {
      if (waiting(sql) >= mostKept) throw new OutboxFullError();
      sql.run`insert into outbox (email, signup, kept_at)
        values (${signup.email}, ${JSON.stringify(signup)}, ${new Date().toISOString()})
        on conflict do nothing`;
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
  /** The function has it. */
  remove: ({ id }: Kept): Promise<void> =>
    file.commit((sql) => {
      sql.run`delete from outbox where id = ${id}`;
    }),
  countTry: ({ id }: Kept): Promise<void> =>
    file.commit((sql) => {
      sql.run`update outbox set tries = tries + 1 where id = ${id}`;
    }),
  /** It stays, to be seen, and is not sent until a person says so. */
  setAside: ({ id }: Kept, code: string): Promise<void> =>
    file.commit((sql) => {
      sql.run`update outbox set refused_at = ${new Date().toISOString()}, refused_as = ${code}
        where id = ${id}`;
    }),
  counts: () =>
    file.commit((sql): OutboxCounts => {
      const row = sql.get`select count(*) filter (where refused_at is null) as depth,
          count(refused_at) as refused, min(kept_at) filter (where refused_at is null) as oldest
        from outbox`;
      const oldestMs = row?.oldest ? Date.now() - Date.parse(String(row.oldest)) : 0;
      return {
        depth: Number(row?.depth),
        refused: Number(row?.refused),
        oldestSeconds: Math.max(0, Math.round(oldestMs / 1000)),
      };
    }),
});

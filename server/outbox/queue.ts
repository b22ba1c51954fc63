import type { SQLTagStore } from 'node:sqlite';
import type { AcceptedSignup } from '../../shared/signup/store.ts';
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

/** Numbers of what waits. */
export interface OutboxCounts {
  /** Sign-ups that wait. */
  depth: number;
  oldestSeconds: number;
  /** Sign-ups set aside for a person to look at. */
  refused: number;
}

/** What waits in the SQLite file. Each rejects where that cannot be read or written. */
export interface Queue {
  /** Resolves once it is durable. An address waits once. Rejects with an {@link OutboxFullError}. */
  keep(signup: AcceptedSignup): Promise<void>;
  /** The one to send next: the least often tried, and of those the oldest. */
  next(): Promise<Kept | null>;
  /** The function has it. */
  remove(kept: Kept): Promise<void>;
  countTry(kept: Kept): Promise<void>;
  /** It stays, to be seen, and is not sent until a person says so. */
  setAside(kept: Kept, code: string): Promise<void>;
  counts(): Promise<OutboxCounts>;
}

const waiting = (sql: SQLTagStore): number =>
  Number(sql.get`select count(*) as waiting from outbox where refused_at is null`?.waiting);

/** @param clock for tests. */
export const createQueue = (file: SqliteFile, clock = () => new Date()): Queue => ({
  keep: (signup) =>
    file.commit((sql) => {
      if (waiting(sql) >= mostKept) throw new OutboxFullError();
      sql.run`insert into outbox (email, signup, kept_at)
        values (${signup.email}, ${JSON.stringify(signup)}, ${clock().toISOString()})
        on conflict do nothing`;
    }),
  next: () =>
    file.commit((sql) => {
      const row = sql.get`select id, signup, tries from outbox where refused_at is null
        order by tries, id limit 1`;
      if (!row) return null;
      const signup = JSON.parse(String(row.signup)) as AcceptedSignup;
      return { id: Number(row.id), signup, tries: Number(row.tries) };
    }),
  remove: ({ id }) =>
    file.commit((sql) => {
      sql.run`delete from outbox where id = ${id}`;
    }),
  countTry: ({ id }) =>
    file.commit((sql) => {
      sql.run`update outbox set tries = tries + 1 where id = ${id}`;
    }),
  setAside: ({ id }, code) =>
    file.commit((sql) => {
      sql.run`update outbox set refused_at = ${clock().toISOString()}, refused_as = ${code}
        where id = ${id}`;
    }),
  counts: () =>
    file.commit((sql) => {
      const row = sql.get`select count(*) filter (where refused_at is null) as depth,
          count(*) filter (where refused_at is not null) as refused,
          min(kept_at) filter (where refused_at is null) as oldest
        from outbox`;
      const oldestMs = row?.oldest ? clock().getTime() - Date.parse(String(row.oldest)) : 0;
      return {
        depth: Number(row?.depth),
        refused: Number(row?.refused),
        oldestSeconds: Math.max(0, Math.round(oldestMs / 1000)),
      };
    }),
});

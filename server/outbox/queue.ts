import type { AcceptedSignup } from '../../shared/signup/store.ts';
import type { SqliteFile } from '../stores/sqlite/file.ts';
import { countOutbox, type OutboxCounts } from '../stores/sqlite/outbox-counts.ts';

/** The most sign-ups that wait at once. With a full outbox, a prospect gets the error of the function call. */
const mostWaiting = 10_000;

export type Queue = ReturnType<typeof createQueue>;
/** A sign-up that this server judged, and that waits for the function. */
export type Queued = NonNullable<Awaited<ReturnType<Queue['next']>>>;

/** Creates the queue of waiting sign-ups in the SQLite file. Each method rejects when the file cannot be read or written. */
export const createQueue = (file: SqliteFile) => ({
  /** Adds a sign-up. An address waits once. Resolves once it is durable, with false when the outbox is full. */
  add: (signup: AcceptedSignup): Promise<boolean> =>
    file.commit((sql) => {
      const waiting = sql.get`select count(*) as waiting from signup_outbox where refused_at is null`;
      if (Number(waiting?.waiting) >= mostWaiting) return false;
      sql.run`insert into signup_outbox (email, signup, stored_at)
        values (${signup.email}, ${JSON.stringify(signup)}, ${new Date().toISOString()})
        on conflict do nothing`;
      return true;
    }),
  /** Returns the next sign-up to send: the oldest of the sign-ups with the fewest tries. Returns null when no sign-up waits. */
  next: () =>
    file.commit((sql) => {
      const row = sql.get`select id, signup, stored_at from signup_outbox where refused_at is null
        order by tries, id limit 1`;
      if (!row) return null;
      const stored = JSON.parse(String(row.signup)) as AcceptedSignup;
      const waitedMs = Date.now() - Date.parse(String(row.stored_at));
      return { id: Number(row.id), signup: { ...stored, waitedMs } };
    }),
  remove: (id: number): Promise<unknown> =>
    file.commit((sql) => sql.run`delete from signup_outbox where id = ${id}`),
  /** Counts a try that the function answered without taking the sign-up, so that others go first. */
  countTry: (id: number): Promise<unknown> =>
    file.commit((sql) => sql.run`update signup_outbox set tries = tries + 1 where id = ${id}`),
  /** Marks a sign-up as refused. It stays in the outbox, and is sent again only when an operator says so. */
  setAside: (id: number, code: string): Promise<unknown> =>
    file.commit(
      (sql) => sql.run`update signup_outbox set refused_at = ${new Date().toISOString()},
        refused_as = ${code} where id = ${id}`,
    ),
  counts: (): Promise<OutboxCounts> => file.commit(countOutbox),
});

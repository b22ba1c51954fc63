import type { Sql } from '../sql.ts';

export type OutboxCounts = Pick<
  ReturnType<typeof countOutbox>,
  'depth' | 'oldestSeconds' | 'refused'
>;

/** Counts the sign-ups of the outbox: the waiting ones, and the ones that the function refused. */
export function countOutbox(sql: Sql) {
  const row = sql.get`select count(*) filter (where refused_at is null) as depth,
    count(refused_at) as refused, min(stored_at) filter (where refused_at is null) as oldest from signup_outbox`;
  const oldest = row?.oldest ? String(row.oldest) : null;
  return {
    /** Sign-ups that wait for the function. */
    depth: Number(row?.depth),
    /** The time when the oldest waiting sign-up was stored, ISO 8601, UTC; null: none waits. */
    oldest,
    oldestSeconds: oldest ? Math.max(0, Math.round((Date.now() - Date.parse(oldest)) / 1000)) : 0,
    /** Refused sign-ups, which are sent again only when an operator says so. */
    refused: Number(row?.refused),
  };
}

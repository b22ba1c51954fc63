import type { OutboxState } from '../../shared/records.ts';
import { isoTime } from '../records/iso-time.ts';
import type { Query } from '../records/owner.ts';

/** Refusals that are shown; the newest. */
const refusalsShown = 100;

const countStatement = `select
    count(*) filter (where refused_at is null)::integer as depth,
    count(*) filter (where refused_at is not null)::integer as refused,
    ${isoTime('min(kept_at) filter (where refused_at is null)')} as oldest,
    coalesce(extract(epoch from now() - min(kept_at) filter (where refused_at is null)), 0)::float8
      as seconds
  from deckwright.outbox`;

const refusalsStatement = `select email, refused_as as code, ${isoTime('kept_at')} as "keptAt",
    ${isoTime('refused_at')} as "refusedAt"
  from deckwright.outbox where refused_at is not null order by refused_at desc limit ${refusalsShown}`;

/** Whether anything was ever kept here. */
export const hasTable = async (query: Query): Promise<boolean> => {
  const [table] = await query(`select to_regclass('deckwright.outbox')::text as name`);
  return Boolean(table?.name);
};

/** Drops what is kept of an address, waiting or refused, out of the file too. @returns how many there were. */
export async function forget(query: Query, email: string): Promise<number> {
  if (!(await hasTable(query))) return 0;
  const rows = await query('delete from deckwright.outbox where email = $1::text returning id', [
    email,
  ]);
  if (rows.length > 0) {
    await query('vacuum full deckwright.outbox');
    await query('checkpoint');
  }
  return rows.length;
}

/** How much waits, for how long, and what the function refused. All zero where nothing was ever kept. */
export async function readState(query: Query): Promise<OutboxState> {
  if (!(await hasTable(query))) {
    return { depth: 0, oldest: null, oldestSeconds: 0, refused: 0, refusals: [] };
  }
  const [row] = await query(countStatement);
  const refused = Number(row?.refused);
  const refusals = refused > 0 ? await query(refusalsStatement) : [];
  return {
    depth: Number(row?.depth),
    oldest: row?.oldest ? String(row.oldest) : null,
    oldestSeconds: Math.round(Number(row?.seconds)),
    refused,
    refusals: refusals as unknown as OutboxState['refusals'],
  };
}

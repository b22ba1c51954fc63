import { readFirstMigration } from '../../../../server/stores/postgres/migrate.ts';
import { createPool, type Pool } from '../../../../server/stores/postgres/pool.ts';
import {
  requireMayMigrate,
  requireWritable,
} from '../../../../server/stores/postgres/readiness.ts';
import { StoreError } from '../../../../server/stores/store-error.ts';
import { placeOf } from '../../../../shared/settings/postgres-url.ts';
import { Unreachable, unreachable } from '../../../remote/unreachable.ts';
import type { Finding } from '../report.ts';
import { judgeAge } from './age.ts';
import { attempt } from './attempt.ts';

const timeoutMs = 10_000;

/** Tries a sign-up in the database. A database before its first migration must let the role migrate it. */
async function requireUsable(pool: Pool): Promise<void> {
  try {
    await requireWritable(pool);
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'not_migrated')) throw error;
    await requireMayMigrate(pool);
  }
}

function failed(error: unknown): Unreachable {
  if (error instanceof StoreError) return new Unreachable('database', error.problem, error.remedy);
  const other = unreachable(error);
  const isPlain = other.code === 'dns' || other.code === 'refused';
  return isPlain ? other : new Unreachable('database', other.message);
}

const roleStatement = 'select rolname, rolsuper from pg_roles where rolname = current_user';

/** Tries the database at an address, the rights of its role, and whether sign-ups can be written. */
export async function database(url: string): Promise<Finding> {
  const pool = createPool(url, { size: 1, timeoutMs });
  let madeAt: Date | null = null;
  try {
    const finding = await attempt('database', placeOf(url), async () => {
      const [role] = await requireUsable(pool)
        .then(() => pool.query(roleStatement))
        .catch((error: unknown) => {
          throw failed(error);
        });
      madeAt = await readFirstMigration(pool);
      if (role?.rolsuper) throw new Unreachable('superuser', `${role.rolname} is a superuser`);
    });
    return finding.problem || finding.warning ? finding : { ...finding, ...judgeAge(madeAt) };
  } finally {
    await pool.end();
  }
}

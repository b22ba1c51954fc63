import type { Settings } from '../../shared/settings/schema.ts';
import type { SignupStore } from '../../shared/signup/ports.ts';
import { readAnswer } from '../../shared/signup/store-answer.ts';
import type { Logger } from '../log.ts';
import type { Backend } from './backend.ts';
import { inProcessFunction } from './in-process.ts';
import { keepTrying } from './keep-trying.ts';
import { saveStatement } from './migrations.ts';
import { migrate } from './postgres-migrate.ts';
import { createPool, type Pool } from './postgres-pool.ts';

/** The function runs in this process, the rows live in PostgreSQL. */
export function createPostgresBackend(settings: Settings, url: string, log: Logger): Backend {
  let pool: Pool | undefined;
  let isClosed = false;
  let reason: string | undefined = 'the database is not migrated yet';
  const connected = (): Pool => {
    if (!pool || reason !== undefined) throw new Error(reason ?? 'the database is not open yet');
    return pool;
  };
  const store: SignupStore = {
    async record(attempt, signup) {
      const [row] = await connected().ask((sql) =>
        sql.unsafe(
          saveStatement,
          [attempt?.visitorHash ?? null, attempt?.limitPerHour ?? null, signup as never],
          { prepare: true },
        ),
      );
      return readAnswer(row?.answer);
    },
  };
  const prepare = async (): Promise<void> => {
    pool ??= await createPool(url, () =>
      log.error('the database fell silent; its connections are made anew'),
    );
    await migrate(pool.connections());
    reason = undefined;
  };
  return {
    name: 'postgres',
    ...inProcessFunction(settings, store, async () => settings.IP_HASH_SECRET ?? '', log),
    async open() {
      await keepTrying(prepare, {
        isOver: () => isClosed,
        onFailure: (error) => {
          reason = error instanceof Error ? error.message : 'the database cannot be reached';
          log.warn({ reason }, 'the database is not ready yet');
        },
      });
    },
    async readiness() {
      try {
        await connected().ask((sql) => sql`select 1`);
        return { ready: true };
      } catch (error) {
        return { ready: false, reason: error instanceof Error ? error.message : 'unreachable' };
      }
    },
    async close() {
      isClosed = true;
      await pool?.end();
    },
  };
}

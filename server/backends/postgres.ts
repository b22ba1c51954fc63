import type { Sql } from 'postgres';
import type { Settings } from '../../shared/settings.ts';
import type { SignupStore } from '../../shared/signup/ports.ts';
import { readAnswer } from '../../shared/signup/store-answer.ts';
import type { Logger } from '../log.ts';
import type { Backend } from './backend.ts';
import { inProcessFunction } from './in-process.ts';
import { keepTrying } from './keep-trying.ts';
import { saveStatement } from './migrations.ts';
import { connect } from './postgres-connection.ts';
import { migrate } from './postgres-migrate.ts';

const poolSize = 10;
const connectSeconds = 5;

/** The function runs in this process, the rows live in PostgreSQL. */
export function createPostgresBackend(settings: Settings, url: string, log: Logger): Backend {
  let sql: Sql | undefined;
  let isClosed = false;
  let reason: string | undefined = 'the database is not migrated yet';
  const connected = (): Sql => {
    if (!sql || reason !== undefined) throw new Error(reason ?? 'the database is not open yet');
    return sql;
  };
  const store: SignupStore = {
    async record(attempt, signup) {
      const database = connected();
      const [row] = await database.unsafe(
        saveStatement,
        [attempt?.visitorHash ?? null, attempt?.limitPerHour ?? null, signup as never],
        { prepare: true },
      );
      return readAnswer(row?.answer);
    },
  };
  const prepare = async (): Promise<void> => {
    sql ??= await connect(url, {
      max: poolSize,
      connect_timeout: connectSeconds,
      idle_timeout: 60,
    });
    await migrate(sql);
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
        await connected()`select 1`;
        return { ready: true };
      } catch (error) {
        return { ready: false, reason: error instanceof Error ? error.message : 'unreachable' };
      }
    },
    async close() {
      isClosed = true;
      await sql?.end({ timeout: 5 });
    },
  };
}

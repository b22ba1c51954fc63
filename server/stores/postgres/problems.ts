import { StoreError, type StoreProblem } from '../store-error.ts';
import type { Pool, Row } from './pool.ts';

const noRights: StoreProblem = {
  code: 'no_rights',
  problem: 'the role of DATABASE_URL may not create or use the tables of this site',
  remedy:
    'Make the role the owner of its database and of the schema public (`alter database … owner to …`, `alter schema public owner to …`), or apply supabase/migrations as the owner and grant the role what they made. Restore a dump with `pg_restore --no-owner --role=…`, so that the tables belong to the role.',
};
const notMigrated: StoreProblem = {
  code: 'not_migrated',
  problem: 'the database has no tables of this site yet',
  remedy: 'Start the server once, or run `supabase db push`.',
};
const noLogin: StoreProblem = {
  code: 'no_login',
  problem: 'PostgreSQL refuses the login',
  remedy: 'Check user, password, database and sslmode of DATABASE_URL.',
};
const wrongEncoding: StoreProblem = {
  code: 'wrong_encoding',
  problem: 'the encoding of the database cannot hold a character',
  remedy: 'Create the database with `encoding UTF8`, and move the sign-ups there.',
};
const brokenDatabase: StoreProblem = {
  code: 'broken_database',
  problem: 'PostgreSQL cannot run PL/pgSQL, in which the functions of this site are written',
  remedy:
    'Look for plpgsql in the log of PostgreSQL. After an upgrade, install the packages of the new version and restart it.',
};
const fullDisk: StoreProblem = {
  code: 'disk_full',
  problem: 'the disk of PostgreSQL is full',
  remedy: 'Free space there, or enlarge the disk.',
};

/** The problems by PostgreSQL’s codes (SQLSTATE). */
const problems: Record<string, StoreProblem> = {
  '42501': noRights,
  '3F000': notMigrated,
  '42P01': notMigrated,
  '42883': notMigrated,
  '28000': noLogin,
  '28P01': noLogin,
  '3D000': noLogin,
  '22021': wrongEncoding,
  '22P05': wrongEncoding,
  '42704': brokenDatabase,
  '58P01': brokenDatabase,
  '53100': fullDisk,
  '57014': {
    code: 'no_answer',
    problem: 'PostgreSQL ended the statement',
    remedy:
      'Look at statement_timeout of the role and of the database, and at what PostgreSQL waits for (pg_stat_activity).',
  },
  '53300': {
    code: 'no_room',
    problem: 'PostgreSQL takes no more sessions',
    remedy: 'Raise max_connections, or the limit of the role, or put PgBouncer in between.',
  },
};

const noAnswer: StoreProblem = {
  code: 'no_answer',
  problem: 'the database did not answer in time',
  remedy: 'Check host, port and firewall, and what PostgreSQL waits for (pg_stat_activity).',
};
/** Returns whether the pool waited too long for a session or for an answer. */
const isTimeout = (message: string): boolean => /within \d{1,9} ms$/.test(message);

const readOnlyStatement = `select pg_is_in_recovery() as "isStandby", source, current_user as role,
    current_database() as database
  from pg_catalog.pg_settings where name = 'default_transaction_read_only'`;

/** Names why a database refuses to write. @param row of {@link readOnlyStatement}; undefined: it could not be read. */
function readOnly(row: Row | undefined): StoreProblem {
  const code = 'read_only';
  if (row?.isStandby) {
    return {
      code,
      problem: 'the address leads to a standby, which only reads',
      remedy: 'Name the primary in DATABASE_URL, or wait for the end of the failover.',
    };
  }
  const of: Record<string, string> = {
    user: `role ${row?.role}`,
    database: `database ${row?.database}`,
    'database user': `role ${row?.role} in database ${row?.database}`,
  };
  const holder = of[String(row?.source)];
  return holder
    ? {
        code,
        problem: `the ${holder} has default_transaction_read_only, and so may not write`,
        remedy: `Run \`alter ${holder} reset default_transaction_read_only\`.`,
      }
    : {
        code,
        problem: 'the database is read-only',
        remedy:
          'Look at its disk: many providers make a database read-only when the disk is almost full.',
      };
}

/** Returns whether `pg` could not answer a server that asks for a password, because the address has none. */
const lacksPassword = (message: string): boolean => message.startsWith('SASL: ');

/** Returns the problem that an error of PostgreSQL or of `pg` tells. */
function problemOf(code: string, message: string): StoreProblem | undefined {
  if (isTimeout(message)) return noAnswer;
  return lacksPassword(message) ? noLogin : problems[code];
}

/** Returns an error of PostgreSQL with its cause and its remedy. Returns every other error as it is. */
export async function explain(error: unknown, pool: Pick<Pool, 'query'>): Promise<unknown> {
  const { code, message } = Object(error);
  const found =
    code === '25006'
      ? readOnly((await pool.query(readOnlyStatement).catch(() => []))[0])
      : problemOf(String(code), String(message));
  if (!found) return error;
  return new StoreError({ ...found, problem: `${found.problem} (${message})` }, error);
}

import { readFileSync } from 'node:fs';
import pg from 'pg';
import { migrateDatabase } from '../../../server/stores/postgres/migrate.ts';
import type { Row } from '../../../server/stores/postgres/pool.ts';
import { atEnd } from '../../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { writeCertificate } from '../../support/certificate.ts';
import { adminUrl, createCluster, createDatabase, query } from '../../support/postgres.ts';

/** A role that owns its database, and the database. */
const name = 'simulation';

/**
 * The clock of the database, in milliseconds. A sequence belongs to no transaction, so that a change is seen at once.
 * `now()` is found in the schema `simulation` before PostgreSQL’s own. A full disk is a refusal of every write.
 */
const clockSql = `
  create schema simulation authorization ${name};
  create sequence simulation.clock minvalue 0 owned by none;
  create sequence simulation.disk minvalue 0;
  create function simulation.now() returns timestamptz language sql stable as
    $$ select to_timestamp(last_value / 1000.0) from simulation.clock $$;
  create function simulation.write() returns trigger language plpgsql as $$
    begin
      if (select last_value from simulation.disk) = 1 then
        raise exception using errcode = 'disk_full', message = 'No space left on device';
      end if;
      return null;
    end; $$;
  grant usage on all sequences in schema simulation to ${name};
  grant select, update on all sequences in schema simulation to ${name};
  alter role ${name} in database ${name} set search_path = simulation, pg_catalog, public;`;

/** The tables with rows. `internals` and `address_keys` have what the schema itself writes. */
const tables = [
  'signups',
  'links',
  'notices',
  'deliveries',
  'mail_counts',
  'erasures',
  'stops',
  'daily_counts',
  'visitor_attempts',
];

/** Makes the functions of the migrations read the clock of the simulation, and their tables refuse when the disk is full. */
const afterMigrations = `
  do $$
  declare
    one regprocedure;
  begin
    for one in
      select oid::regprocedure from pg_proc
      where pronamespace in ('deckwright'::regnamespace, 'public'::regnamespace)
    loop
      execute format('alter function %s set search_path = simulation, pg_catalog', one);
    end loop;
  end; $$;
  ${tables
    .map(
      (table) => `create trigger full_disk before insert or update or delete on deckwright.${table}
        execute function simulation.write();`,
    )
    .join('\n')}`;

/** Makes a certificate and its key. */
function makeCertificate() {
  const { certificate, key } = writeCertificate(temporaryFolder(), 'localhost');
  return { cert: readFileSync(certificate, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** Starts one PostgreSQL for this process, with one database. @param port of a PostgreSQL that runs already. */
export async function startCluster(port?: number) {
  const { port: taken } = port === undefined ? await createCluster() : { port };
  await createDatabase(taken, name);
  const admin = adminUrl(taken, name);
  await query(admin, clockSql);
  await migrateDatabase(`postgres://${name}:${name}@127.0.0.1:${taken}/${name}`);
  await query(admin, afterMigrations);
  // Not a pool, which would close a session by the clock of the simulation.
  const client = new pg.Client(admin);
  await client.connect();
  atEnd(() => client.end());
  const sql = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    [await client.query<Row>(text, values)].flat().at(-1)?.rows ?? [];
  return {
    port: taken,
    name,
    /** A connection of the simulation itself, which no fault concerns. */
    sql,
    certificates: { known: makeCertificate(), unknown: makeCertificate() },
    /** Removes every row. */
    clear: () =>
      sql(
        `${tables.map((table) => `delete from deckwright.${table}`).join(';')};
         select setval('simulation.disk', 0)`,
      ),
    tables,
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

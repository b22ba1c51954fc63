import { deepStrictEqual } from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../../server/stores/maintenance/database.ts';
import { openPostgresDatabase } from '../../server/stores/maintenance/postgres.ts';
import { createPostgresDeliveries } from '../../server/stores/postgres/delivery-queue.ts';
import { createPool } from '../../server/stores/postgres/pool.ts';
import type { Faults, Part } from './network.ts';
import { type Cluster, startCluster } from './postgres/cluster.ts';
import {
  createDatabaseNetwork,
  type DatabaseFault,
  type DatabaseNetwork,
} from './postgres/network.ts';
import { type Meaning, mailsPerMinute, type Replica, World } from './world.ts';

/** What each fault means for one call of the database. */
const meanings: Record<DatabaseFault, Meaning> = {
  refuses: 'refuses',
  closes: 'refuses',
  'has no room': 'refuses',
  'falls silent': 'refuses',
  'loses the answer': 'loses the answer',
  'answers too late': 'loses the answer',
  'is slow': 'works',
  'has an unknown certificate': 'refuses',
};

/** The replica that wants TLS with a certificate that it knows. */
const secured = 0;

interface Machines {
  cluster: Cluster;
  /** The network of each replica. */
  networks: DatabaseNetwork[];
  /** The network of an operator’s command, which has no fault. */
  operator: DatabaseNetwork;
}

let started: Promise<Machines> | undefined;

async function startMachines(port?: number): Promise<Machines> {
  const cluster = await startCluster(port);
  const open = (host: string, certificates: Cluster['certificates'] | null = null) =>
    createDatabaseNetwork(`${host}.example`, cluster.port, certificates);
  return {
    cluster,
    networks: [
      await open('first', cluster.certificates),
      await open('second'),
      await open('third'),
    ],
    operator: await open('operator'),
  };
}

/** Three servers over one real PostgreSQL, which reads the clock of the simulation. */
export class PostgresWorld extends World {
  private readonly machines: Machines;
  /** The certificate that the first replica knows. */
  private readonly rootCertificate = join(this.root, 'root.pem');
  private databaseNow = 0;

  private constructor(machines: Machines) {
    super(null, [...machines.networks, machines.operator]);
    this.machines = machines;
  }

  /** @param port of a PostgreSQL that runs already; without it the first world of a process starts one. */
  static async open(port?: number): Promise<PostgresWorld> {
    started ??= startMachines(port);
    const machines = await started;
    await machines.cluster.clear();
    const world = new PostgresWorld(machines);
    await world.end();
    return world.open(machines.networks.length);
  }

  protected override settingsOf(at: number) {
    const { name } = this.machines.cluster;
    const { host } = this.networkOf(at);
    const tls =
      at === secured ? `sslmode=verify-ca&sslrootcert=${this.rootCertificate}` : 'sslmode=disable';
    return {
      DATABASE_URL: `postgres://${name}:${name}@${host}/${name}?${tls}`,
    };
  }

  private networkOf(at: number): DatabaseNetwork {
    const network = this.machines.networks[at];
    if (!network) throw new Error(`replica ${at} has no network`);
    return network;
  }

  protected override async setClocks(): Promise<void> {
    const now = this.clock.now();
    if (now === this.databaseNow) return;
    await this.machines.cluster.sql(`select setval('simulation.clock', ${now})`);
    this.databaseNow = now;
  }

  override databaseAt(at: number): Meaning {
    const { disk, database: fault } = this.faults;
    const isKnown = fault !== 'has an unknown certificate' || at === secured;
    const meaning = fault && isKnown ? meanings[fault] : 'works';
    if (!disk) return meaning;
    return meaning === 'works' ? 'takes no writes' : 'refuses';
  }

  /** After a lost session a statement runs once more in a new session. */
  protected override get executions(): number {
    return this.faults.database === 'loses the answer' ? 2 : 1;
  }

  /** The address by which an operator’s command connects. */
  private get operatorUrl(): string {
    const { cluster, operator } = this.machines;
    const { name } = cluster;
    return `postgres://${name}:${name}@${operator.host}/${name}?sslmode=disable`;
  }

  protected override async openDatabase() {
    return openPostgresDatabase(this.operatorUrl);
  }

  openMails() {
    const pool = createPool(this.operatorUrl, { size: 1 });
    return { queue: createPostgresDeliveries(pool, mailsPerMinute, false), close: pool.end };
  }

  override async read(select: (schema: string) => string): Promise<Row[]> {
    return this.machines.cluster.sql(select('deckwright.'));
  }

  override time(column: string): string {
    return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  }

  protected override async requireErased(email: string): Promise<void> {
    const { sql, tables } = this.machines.cluster;
    const found = tables.map(
      (table) =>
        `select '${table}' as name from deckwright.${table} as row where row::text like $1`,
    );
    deepStrictEqual(await sql(found.join(' union all '), [`%${email}%`]), []);
  }

  protected override async begin(_part: Part, _fault: Faults[Part]): Promise<void> {
    await this.end();
    const { disk, database } = this.faults;
    if (disk === 'full') await this.setDisk(1);
    if (!database) return;
    if (database === 'has an unknown certificate') rmSync(this.rootCertificate);
    const broken =
      database === 'has an unknown certificate'
        ? [this.networkOf(secured)]
        : this.machines.networks;
    for (const network of broken) await network.break(database);
  }

  protected override async end(): Promise<void> {
    await this.setDisk(0);
    writeFileSync(this.rootCertificate, this.machines.cluster.certificates.known.cert);
    for (const network of this.machines.networks) await network.heal();
  }

  /** 1: the disk of the database is full. */
  private async setDisk(state: 0 | 1): Promise<void> {
    await this.machines.cluster.sql(`select setval('simulation.disk', ${state})`);
  }

  /** Cuts the connections of a replica for good, and ends the replica. */
  protected override async kill(replica: Replica): Promise<string> {
    await this.networkOf(replica.at).break('refuses');
    await this.stop(replica);
    await this.begin('database', this.faults.database);
    return replica.folder;
  }
}

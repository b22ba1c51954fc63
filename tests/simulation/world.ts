import { deepStrictEqual, ok } from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createBackend } from '../../server/create-backend.ts';
import type { Backend } from '../../server/signup/backend.ts';
import { createDailyCounter, type DailyCounter } from '../../server/signup/daily-counts.ts';
import { keepTrying } from '../../server/signup/keep-trying.ts';
import { backUp } from '../../server/stores/maintenance/backup.ts';
import { forgetQueued } from '../../server/stores/maintenance/outbox.ts';
import { restoreBackup } from '../../server/stores/maintenance/restore.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { createSqliteFile, type SqliteFile } from '../../server/stores/sqlite/file.ts';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { signupLimits } from '../../shared/signup/contract.ts';
import type { CountName } from '../../shared/signup/store.ts';
import { type Clock, installClock } from './clock.ts';
import { killAtStep } from './kill.ts';
import {
  type Counters,
  dayMs,
  dayOf,
  type End,
  judge,
  type Limits,
  type Model,
  newModel,
  type Sent,
  store,
  usualLimits,
} from './model.ts';
import {
  commonSettings,
  type Faults,
  installNetwork,
  noFaults,
  publishableKey,
  reachesFunction,
  slowMs,
  supabaseUrl,
} from './network.ts';

export const worldNames = ['sqlite', 'supabase'] as const;
export type WorldName = (typeof worldNames)[number];

/** Faults of the file of a replica: another process holds the lock, or the disk takes no more. */
export const diskFaults = ['locked', 'full'] as const;
export type DiskFault = (typeof diskFaults)[number];

/** When the year of the simulation begins. */
const start = Date.UTC(2027, 0, 1, 22, 30);
/** The promise: whatever is down, an answer comes within this time. */
const longestWaitMs = 6_000;
const upstreamTimeoutMs = 2_000;
/** Milliseconds within which the outbox is empty after every fault is over. It retries at least once a minute. */
const healingMs = 2 * 60_000;
/** Milliseconds of a long time in which timers end. The machine sleeps through the rest. */
const awakeMs = 30_000;
/** Milliseconds after which the counts are written. */
const countsMs = 10_000;

/** Memory where there is such a disk: the simulation kills no machine, so nothing depends on what reached a disk. */
const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** One server process, with the file that it writes to. */
interface Replica {
  /** Its place among the replicas. */
  at: number;
  folder: string;
  /** When it was started, in milliseconds of `performance.now()`. */
  startedAt: number;
  backend: Backend;
  counter: DailyCounter;
  /** Ends the attempts to open the backend. */
  stopped: AbortController;
  /** What the file of an outbox counts. */
  counters: Counters;
  /** Day, name and label → events that may not be written yet. */
  unwritten: Map<string, number>;
}

/** The simulation of the server’s own database never calls the function. */
const nothing = () => Promise.reject(new Error('there is no function'));

/** A backup file, and the model as it was at that moment. */
interface BackupOfModel extends Pick<Model, 'rows' | 'counts'>, Counters {
  file: string;
  /** Events that the file may lack. */
  lost: Map<string, number>;
  /** The number of erasures before the backup. */
  erasures: number;
}

const add = (counts: Map<string, number>, key: string, count = 1): void =>
  void counts.set(key, (counts.get(key) ?? 0) + count);

const plain = (map: Iterable<[string, unknown]>): object => Object.fromEntries([...map].toSorted());

/** The real thing and the model of it, side by side. Everything around the code is in the hand of the simulation. */
export class World {
  readonly clock: Clock;
  readonly model: Model = newModel();
  readonly faults: Faults = noFaults();
  readonly replicas: Replica[] = [];
  /** Tokens that siteverify has seen. */
  readonly spent = new Set<string>();
  /** What the database of the sign-ups counts. */
  readonly counters: Counters = { attempts: new Map() };
  /** Events that a crash may have lost. */
  readonly lostCounts = new Map<string, number>();
  readonly name: WorldName;
  disk: DiskFault | null = null;
  limits: Limits = usualLimits;
  private readonly root = mkdtempSync(join(disk, 'deckwright-simulation-'));
  private readonly functionFile: SqliteFile | undefined;
  private readonly functionSettings = testSettings(commonSettings);
  private readonly network: ReturnType<typeof installNetwork>;
  private readonly backups: BackupOfModel[] = [];
  private locks: DatabaseSync[] = [];
  private folders = 0;

  private constructor(name: WorldName) {
    this.name = name;
    this.clock = installClock(start);
    if (name === 'supabase') this.functionFile = createSqliteFile(this.newFolder());
    const file = this.functionFile;
    const rows = file
      ? createSqliteStore(file)
      : { record: nothing, addCounts: nothing, addNotice: nothing };
    this.network = installNetwork(this.functionSettings, rows, this.faults);
  }

  static async open(name: WorldName): Promise<World> {
    const world = new World(name);
    world.functionFile?.open();
    const replicas = name === 'sqlite' ? 1 : 2;
    for (let at = 0; at < replicas; at += 1) {
      const folder = world.newFolder();
      world.replicas.push(await world.startReplica(at, folder, { attempts: new Map() }));
    }
    return world;
  }

  /** Closes everything. Nothing of the world stays in the process or on the disk. */
  async close(): Promise<void> {
    this.heal();
    for (const replica of this.replicas) await this.stop(replica);
    if (this.functionFile) await this.clock.settle(this.functionFile.close());
    this.network.end();
    this.clock.uninstall();
    rmSync(this.root, { recursive: true, force: true });
  }

  private newFolder(): string {
    this.folders += 1;
    const folder = join(this.root, String(this.folders));
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  }

  /** The folder of the database of the sign-ups. */
  private get databaseFolder(): string {
    return this.name === 'sqlite' ? (this.replicas[0]?.folder ?? '') : join(this.root, '1');
  }

  private async startReplica(at: number, folder: string, counters: Counters): Promise<Replica> {
    const settings = testSettings({
      ...commonSettings,
      SIGNUP_LIMIT_PER_VISITOR_HOUR: String(this.limits.visitorHour),
      SIGNUP_LIMIT_PER_ADDRESS_DAY: String(this.limits.addressDay),
      DATA_DIR: folder,
      ...(this.name === 'supabase' && {
        SUPABASE_URL: supabaseUrl(at),
        SUPABASE_PUBLISHABLE_KEY: publishableKey,
        SIGNUP_OUTBOX: 'on',
        UPSTREAM_TIMEOUT_MS: String(upstreamTimeoutMs),
      }),
    });
    const backend = await createBackend({ settings, log: silentLog, metrics: null });
    const counter = createDailyCounter(backend.addCounts, silentLog);
    const startedAt = performance.now();
    const stopped = new AbortController();
    const waits = { minTimeout: 1_000, maxTimeout: 30_000, signal: stopped.signal };
    keepTrying(backend.open, { ...waits, onFailedAttempt: () => {} }).catch(() => {});
    await this.clock.idle();
    return { at, folder, startedAt, backend, counter, stopped, counters, unwritten: new Map() };
  }

  /** Stops a replica as SIGTERM does. What its process has not sent by then is lost. */
  private async stop({ at, stopped, counter, backend }: Replica): Promise<void> {
    stopped.abort();
    await this.clock.settle(counter.close());
    await this.clock.settle(backend.close());
    this.network.cut(at);
  }

  /** Whether a fault holds under which counts are not written. */
  private get hasFault(): boolean {
    const { faults, disk } = this;
    const isAway = faults.function !== null && faults.function !== 'is slow';
    return disk !== null || isAway || faults.database !== null;
  }

  private loseUnwritten({ unwritten }: Replica): void {
    for (const [key, count] of unwritten) add(this.lostCounts, key, count);
    unwritten.clear();
  }

  /** Stops a replica as SIGTERM does, and starts it again. */
  async restart(at: number): Promise<void> {
    const replica = this.replicaAt(at);
    if (this.hasFault) this.loseUnwritten(replica);
    replica.unwritten.clear();
    await this.stop(replica);
    this.replicas[replica.at] = await this.startReplica(
      replica.at,
      replica.folder,
      replica.counters,
    );
  }

  /** Stops a replica at the moment at which it begins to write counts, and starts it again. */
  async restartWhileWriting(at: number): Promise<void> {
    this.count(at, 'page_read', '/');
    const { startedAt } = this.replicaAt(at);
    await this.pass(countsMs - ((performance.now() - startedAt) % countsMs));
    await this.restart(at);
  }

  /** Deploys the function and every replica with other limits. */
  async deployLimits(limits: Limits): Promise<void> {
    this.limits = limits;
    this.functionSettings.SIGNUP_LIMIT_PER_VISITOR_HOUR = limits.visitorHour;
    this.functionSettings.SIGNUP_LIMIT_PER_ADDRESS_DAY = limits.addressDay;
    for (const { at } of this.replicas) await this.restart(at);
  }

  /** Deploys the function with another minimum fill time than the server’s. */
  deployFunction(minimumFillTimeMs: number): void {
    this.network.release.minimumFillTimeMs = minimumFillTimeMs;
  }

  /** Kills a replica: the next one finds the files as they lie on the disk at this moment. */
  async crash(at: number): Promise<void> {
    const replica = this.replicaAt(at);
    this.releaseLocks();
    const folder = this.newFolder();
    cpSync(replica.folder, folder, { recursive: true });
    this.loseUnwritten(replica);
    this.network.cut(replica.at);
    await this.stop(replica);
    rmSync(replica.folder, { recursive: true });
    this.replicas[replica.at] = await this.startReplica(replica.at, folder, replica.counters);
    if (this.disk) this.breakDisk(this.disk);
  }

  replicaAt(at: number): Replica {
    const replica = this.replicas[at % this.replicas.length];
    if (!replica) throw new Error('the world has no replica');
    return replica;
  }

  breakDisk(fault: DiskFault): void {
    this.releaseLocks();
    this.disk = fault;
    if (fault === 'locked') {
      this.locks = this.replicas.map(({ folder }) => {
        const connection = new DatabaseSync(signupsPath(folder));
        connection.exec('begin immediate');
        return connection;
      });
    }
    fullDisk.paths = new Set(
      fault === 'full' ? this.replicas.map(({ folder }) => signupsPath(folder)) : [],
    );
  }

  private releaseLocks(): void {
    for (const connection of this.locks) connection.close();
    this.locks = [];
    fullDisk.paths.clear();
  }

  /** Ends every fault. */
  heal(): void {
    this.releaseLocks();
    this.disk = null;
    Object.assign(this.faults, noFaults());
  }

  /** Judges a sign-up by the model, and changes the model as the sign-up must change the databases. */
  private expect(sent: Sent, replica: Replica): End {
    const { faults, limits, model, spent } = this;
    const now = this.clock.now();
    const own = { limits, minimumFillTimeMs: signupLimits.minimumFillTimeMs, spent };
    const email = sent.email.trim().toLowerCase();
    const verifies = faults.siteverify === null;
    const file = this.disk ? 'refuses' : 'works';
    if (this.name === 'sqlite') {
      const place = { ...own, counters: this.counters, now, database: file, verifies } as const;
      const { end, isStored } = judge(sent, place);
      if (isStored) store(model, email, now, limits.addressDay);
      return end;
    }
    let called: End = 'upstream_http';
    if (reachesFunction(faults.function)) {
      const database = faults.database ?? 'works';
      const { minimumFillTimeMs } = this.network.release;
      const at = now + (faults.function === 'is slow' ? slowMs : 0);
      const { counters } = this;
      const place = { ...own, minimumFillTimeMs, counters, now: at, database, verifies } as const;
      const { end, isStored } = judge(sent, place);
      if (isStored) store(model, email, at, limits.addressDay);
      called = faults.function === 'loses the answer' ? 'upstream_fetch' : end;
      if (!['unavailable', 'upstream_fetch'].includes(called)) return called;
    } else if (faults.function === 'answers a relay error') called = 'upstream_relay';
    else if (faults.function === 'knows another key') called = 'unauthorized';
    else if (faults.function === 'refuses' || faults.function === 'falls silent') {
      called = 'upstream_fetch';
    }
    const waits = { 'falls silent': upstreamTimeoutMs, 'is slow': slowMs };
    const later = now + (waits[faults.function as keyof typeof waits] ?? 0);
    const { counters } = replica;
    const place = { ...own, counters, now: later, database: file, verifies } as const;
    const { end } = judge(sent, place);
    if (end === 'ok') store(model, email, later, 0);
    return end === 'unavailable' ? called : end;
  }

  /**
   * Sends sign-ups at the same moment to one replica, and compares their ends with those of the model. The order among
   * them is open. @returns how they ended.
   */
  async signUpAtOnce(at: number, all: readonly Sent[]): Promise<End[]> {
    const replica = this.replicaAt(at);
    const begun = this.clock.now();
    const expected = all.map((sent) => this.expect(sent, replica));
    const ends = await this.clock.settle(
      Promise.all(all.map((sent) => this.submit(replica, sent))),
    );
    deepStrictEqual(ends.toSorted(), expected.toSorted());
    this.checkWait(begun);
    return ends;
  }

  private checkWait(begun: number): void {
    const waited = this.clock.now() - begun;
    const most = longestWaitMs + (this.name === 'supabase' ? upstreamTimeoutMs : 0);
    ok(waited <= most, `the answer took ${waited} ms`);
  }

  private async submit(replica: Replica, sent: Sent): Promise<End> {
    const { visitor, email, token, formFillTime, website } = sent;
    const signup = {
      email,
      source: 'hero',
      turnstileToken: token,
      formFillTime,
      userAgent: 'simulation',
      ...(website && { website }),
    };
    const outcome = await replica.backend.submit(signup, { visitor, requestId: 'simulation' });
    return outcome.ok ? 'ok' : outcome.code;
  }

  /** Sends a sign-up, and compares its end with that of the model. @returns how it ended. */
  async signUp(at: number, sent: Sent): Promise<End> {
    const replica = this.replicaAt(at);
    const begun = this.clock.now();
    const expected = this.expect(sent, replica);
    const end = await this.clock.settle(this.submit(replica, sent));
    deepStrictEqual(end, expected, `the sign-up must end with ${expected}, not with ${end}`);
    this.checkWait(begun);
    return end;
  }

  count(at: number, name: CountName, label: string): void {
    const replica = this.replicaAt(at);
    replica.counter.count(name, label);
    const key = `${dayOf(this.clock.now())} ${name} ${label}`;
    add(this.model.counts, key);
    add(replica.unwritten, key);
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const { replicas, hasFault } = this;
    if (ms > awakeMs) this.clock.jump(ms - awakeMs);
    await this.clock.pass(Math.min(ms, awakeMs));
    if (ms > countsMs && !hasFault) for (const { unwritten } of replicas) unwritten.clear();
  }

  /** Erases an address as an operator does: in the database, and in the file of every outbox. */
  async erase(email: string): Promise<void> {
    for (const { folder } of this.name === 'sqlite' ? [] : this.replicas) {
      const outbox = openSqliteDatabase(folder);
      forgetQueued(outbox, email);
      await outbox.close();
    }
    const database = openSqliteDatabase(this.databaseFolder);
    await database.erase(email);
    await database.close();
    if (this.model.rows.delete(email)) this.model.erasures.push(email);
    this.checkFiles(email);
  }

  /** Erases everybody as an operator does: in the database, and in the file of every outbox. */
  async forget(): Promise<void> {
    const folders = new Set([...this.replicas.map(({ folder }) => folder), this.databaseFolder]);
    // Later than every row, also when the clock was set back since the row was stored.
    const age = { before: dayOf(this.clock.now() + 2 * dayMs), notInvited: false };
    for (const folder of folders) {
      const database = openSqliteDatabase(folder);
      await this.clock.settle(database.forget(age, () => {}));
      await database.close();
    }
    const emails = [...this.model.rows.keys()];
    this.model.rows.clear();
    this.model.erasures.push(...emails);
    for (const email of emails) this.checkFiles(email);
  }

  /** Checks that no file of the sign-ups holds an address. */
  private checkFiles(email: string): void {
    const folders = new Set([this.databaseFolder, ...this.replicas.map(({ folder }) => folder)]);
    for (const folder of folders) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
        ok(!text.includes(email), `${entry.name} holds ${email} after its erasure`);
      }
    }
  }

  /** Makes a backup of the database of the sign-ups, as an operator does while the server runs. */
  async backUp(): Promise<void> {
    const file = join(this.root, `backup-${this.backups.length}.db`);
    const database = openSqliteDatabase(this.databaseFolder);
    await backUp(database, file);
    await database.close();
    const { model, counters, lostCounts, replicas } = this;
    const lost = new Map(lostCounts);
    for (const { unwritten } of replicas)
      for (const [key, count] of unwritten) add(lost, key, count);
    const { rows, counts, erasures } = structuredClone(model);
    this.backups.push({
      file,
      rows,
      counts,
      lost,
      erasures: erasures.length,
      attempts: new Map(counters.attempts),
    });
  }

  /**
   * Stops the server, restores one of the backups, and starts the server again.
   * @param step before which the restore is killed. After its last step, nothing is killed.
   * @returns how the restore ended.
   */
  async restore(which: number, step = Number.POSITIVE_INFINITY): Promise<string | undefined> {
    const backup = this.backups[which % this.backups.length];
    const [replica] = this.replicas;
    if (!backup || !replica) return;
    await this.stop(replica);
    // A restore refuses a file that another process has open. This process ends none of its connections for certain
    // before its next garbage collection, so the restore gets a copy of the folder.
    const folder = this.newFolder();
    cpSync(replica.folder, folder, { recursive: true });
    rmSync(replica.folder, { recursive: true });
    const identity = () => statSync(signupsPath(folder)).ino;
    const before = identity();
    /** Whether the backup is in place at the moment of the kill. */
    let isRestored = true;
    const killed = await killAtStep(
      step,
      () => {
        isRestored = identity() !== before;
        const left = this.newFolder();
        cpSync(folder, left, { recursive: true });
        return left;
      },
      () => restoreBackup(backup.file, folder),
    );
    if (killed !== null) rmSync(folder, { recursive: true });
    if (isRestored) this.takeBack(backup);
    this.replicas[0] = await this.startReplica(0, killed ?? folder, replica.counters);
    if (killed === null) return 'ended';
    return isRestored ? 'killed late' : 'killed early';
  }

  /** Sets the model to a backup, without what was erased since. */
  private takeBack(backup: BackupOfModel): void {
    const { model, counters, lostCounts } = this;
    model.rows = structuredClone(backup.rows);
    for (const email of model.erasures.slice(backup.erasures)) model.rows.delete(email);
    model.counts = new Map(backup.counts);
    counters.attempts = new Map(backup.attempts);
    lostCounts.clear();
    for (const [key, count] of backup.lost) add(lostCounts, key, count);
  }

  /** Addresses that wait in the outboxes. */
  private waiting(): string[] {
    if (this.name === 'sqlite') return [];
    return this.replicas.flatMap(({ folder }) =>
      readSqlite(folder, 'select email from outbox').map(({ email }) => String(email)),
    );
  }

  private rows() {
    const select = 'select email, created_at, times, seen_on, times_that_day from signups';
    return readSqlite(this.databaseFolder, select);
  }

  /** Checks that every acknowledged sign-up is stored or waits, and that no other is. */
  checkAddresses(): void {
    const stored = this.rows().map(({ email }) => String(email));
    const found = new Set([...stored, ...this.waiting()]);
    const acknowledged = new Set(this.model.rows.keys());
    const lost = [...acknowledged].filter((email) => !found.has(email));
    deepStrictEqual(lost, [], `${lost} was acknowledged, and is neither stored nor waiting`);
    const others = [...found].filter((email) => !acknowledged.has(email));
    deepStrictEqual(others, [], `${others} was erased or never acknowledged, and is stored`);
  }

  /** Ends every fault, waits as long as the manual says, and compares the databases with the model. */
  async checkAll(): Promise<void> {
    this.heal();
    await this.pass(1 + countsMs);
    for (let waited = 0; waited < healingMs && this.waiting().length > 0; waited += countsMs) {
      await this.pass(countsMs);
    }
    deepStrictEqual(this.waiting(), [], 'the outboxes must be empty once every fault is over');
    this.checkAddresses();
    for (const row of this.rows()) {
      const expected = this.model.rows.get(String(row.email));
      if (!expected || expected.isLoose) continue;
      deepStrictEqual(
        { ...row },
        {
          email: row.email,
          created_at: new Date(expected.createdAt).toISOString(),
          times: expected.times,
          seen_on: expected.seenOn,
          times_that_day: expected.timesThatDay,
        },
      );
    }
    this.checkCounts();
  }

  private checkCounts(): void {
    const select = `select day, name, label, count from daily_counts`;
    const rows = readSqlite(this.databaseFolder, select);
    const found = new Map(
      rows.map(({ day, name, label, count }) => [`${day} ${name} ${label}`, Number(count)]),
    );
    for (const key of new Set([...found.keys(), ...this.model.counts.keys()])) {
      const most = this.model.counts.get(key) ?? 0;
      const least = most - (this.lostCounts.get(key) ?? 0);
      const count = found.get(key) ?? 0;
      ok(
        least <= count && count <= most,
        `${key} must be ${least} to ${most}, not ${count}: ${JSON.stringify(plain(found))}`,
      );
    }
  }
}

/** The files on a full disk: a commit to one of them fails as SQLite’s does. */
const fullDisk = { paths: new Set<string>() };
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function execOrFail(this: DatabaseSync, sql: string): void {
  if (sql === 'commit' && fullDisk.paths.has(this.location() ?? '')) {
    exec.call(this, 'rollback');
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  }
  exec.call(this, sql);
};

import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBackend } from '../../server/backends/create.ts';
import type { Backend } from '../../server/signup/backend.ts';
import { createDailyCounter, type DailyCounter } from '../../server/signup/daily-counts.ts';
import { keepTrying } from '../../server/signup/keep-trying.ts';
import type { Database, Row } from '../../server/stores/maintenance/database.ts';
import { forget } from '../../server/stores/maintenance/erase.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { signupLimits } from '../../shared/signup/contract.ts';
import { fromJson, type SignupInput } from '../../shared/signup/fields.ts';
import { readFields } from '../../shared/signup/origins.ts';
import type { SignupOutcome } from '../../shared/signup/outcomes.ts';
import type { CountName, SignupStore } from '../../shared/signup/store.ts';
import { erase as eraseFrom, erasing } from '../support/maintenance.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { installClock, type RealNetwork } from './clock.ts';
import {
  add,
  type Counters,
  dayMs,
  dayOf,
  type End,
  erase,
  judge,
  type Limits,
  type Model,
  newModel,
  type Place,
  recordErasure,
  type Sent,
  store,
  usualLimits,
  usualSignup,
} from './model.ts';
import {
  commonSettings,
  type Faults,
  installNetwork,
  noFaults,
  type Part,
  slowMs,
} from './network.ts';

/** When the year of the simulation begins. */
const start = Date.UTC(2027, 0, 1, 22, 30);
/** The promise: whatever is down, an answer comes within this time. */
const longestWaitMs = 6_000;
/** Milliseconds within which the outbox is empty after every fault is over. It retries at least once a minute. */
const healingMs = 2 * 60_000;
/** Milliseconds of a long time in which timers end. The machine sleeps through the rest. */
const awakeMs = 30_000;
/** Milliseconds after which the counts are written. */
const countsMs = 10_000;

/** `MAIL_PER_MINUTE`. */
export const mailsPerMinute = 20;

/** One server process, with its data folder. */
export interface Replica {
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

const plain = (map: Iterable<[string, unknown]>): object => Object.fromEntries([...map].toSorted());

/** What a database does with each call. */
export type Meaning = Place['database'] | 'takes no writes';

const endOf = (outcome: SignupOutcome): End => (outcome.ok ? 'ok' : outcome.code);

/** Returns the fields of a sign-up as the route reads them from JSON, or from a form without JavaScript. */
function fieldsOf(asked: Sent): SignupInput {
  const { email, token, formFillTime, website } = asked;
  const sent: Record<string, unknown> = {
    email,
    source: 'hero',
    turnstileToken: token,
    formFillTime,
    userAgent: asked.userAgent.sent,
    campaign: asked.campaign.sent,
    notice: asked.notice.sent,
    ...(website && { website }),
  };
  if (!asked.isForm) return fromJson(sent);
  const read = readFields({
    inputs: (name) => (typeof sent[name] === 'string' ? [sent[name]] : []),
    arrival: null,
    userAgent: String(asked.userAgent.sent),
    fillTime: null,
    token: null,
  });
  return { ...read, campaign: sent.campaign };
}

/** Sends a sign-up to the backend, as the route does. */
const submit = ({ backend }: Replica, asked: Sent): Promise<SignupOutcome> =>
  backend.submit(fieldsOf(asked), {
    visitor: asked.visitor,
    requestId: 'simulation',
    hasNoClock: asked.isForm,
  });

/**
 * The real thing and the model of it, side by side. Everything around the code is in the hand of the simulation. Each
 * backend has a world of its own, which adds its database and that database’s faults.
 */
export abstract class World {
  readonly model: Model = newModel();
  readonly faults: Faults = noFaults();
  readonly replicas: Replica[] = [];
  /** Tokens that siteverify has seen. */
  readonly spent = new Set<string>();
  /** What the database of the sign-ups counts. */
  readonly counters: Counters = { attempts: new Map() };
  /** Events that a crash may have lost. */
  readonly lostCounts = new Map<string, number>();
  /** Address → when a mail to it was taken. */
  readonly mailed = new Map<string, number[]>();
  /** Counts whose write was tried while an answer may have been lost, so that they may be written more than once. */
  readonly repeatedCounts = new Set<string>();
  readonly clock: ReturnType<typeof installClock>;
  limits: Limits = usualLimits;
  /** What the last move has left: its data folder, and the addresses there with the times of their rows. */
  copy: { folder: string; rows: Map<string, number> } | undefined;
  protected readonly root = mkdtempSync(join(temporaryFiles(), 'deckwright-simulation-'));
  protected readonly functionSettings = testSettings(commonSettings);
  /** Milliseconds within which a sign-up is answered, whatever is down. */
  protected readonly longestWaitMs: number = longestWaitMs;
  /** Whether this process answers calls of the function and of siteverify. */
  protected readonly network: ReturnType<typeof installNetwork>;
  private folders = 0;
  private probes = 0;

  /**
   * @param store of the function; null in a world that calls no function.
   * @param networks on which answers of the database are awaited in real time.
   */
  protected constructor(store: SignupStore | null, networks: readonly RealNetwork[] = []) {
    this.clock = installClock(start, networks);
    this.network = installNetwork(this.functionSettings, store, this.faults);
  }

  /** Returns the settings that only this backend has. */
  protected abstract settingsOf(at: number): Record<string, string>;
  /** Returns what the database does with each call of a replica. */
  abstract databaseAt(at: number): Meaning;
  /** Opens the database of the sign-ups as an operator’s command does. */
  protected abstract openDatabase(): Promise<Database>;
  /** Returns what a statement selects, past every fault. @param table its tables without their schema. */
  abstract read(select: (schema: string) => string): Promise<Row[]>;
  /** Returns SQL of a time as ISO 8601 text. */
  abstract time(column: string): string;
  /** Rejects when a file or table holds an address. */
  protected abstract requireErased(email: string): Promise<void>;
  /** Begins a fault. */
  protected abstract begin<Name extends Part>(part: Name, fault: Faults[Name]): Promise<void>;
  /** Ends the faults of the database. */
  protected abstract end(): Promise<void>;
  /** Ends a replica at once. @returns the folder in which the next one finds the files. */
  protected abstract kill(replica: Replica): Promise<string>;

  /** Judges a sign-up by the model, and changes the model as the sign-up must change the databases. */
  protected expect(asked: Sent, { at }: Replica): End {
    const place = this.placeNow();
    const meaning = this.databaseAt(at);
    const database = meaning === 'takes no writes' ? 'refuses' : meaning;
    const { end, stored } = judge(asked, { ...place, database });
    for (let times = 0; times < stored; times += 1) {
      store(this.model, asked, place.now, this.limits.addressDay);
    }
    return end;
  }

  /** Addresses that wait in the outboxes. */
  protected waiting(): string[] {
    return [];
  }

  /** Erases from the outboxes, as the command does before it erases from the database. */
  protected async eraseQueued(_email: string): Promise<void> {}
  protected async forgetQueued(_before: string): Promise<void> {}

  /** Sets other clocks than that of this process. */
  protected async setClocks(): Promise<void> {}

  /** Waits for work, in which time passes only as far as the work waits for it. */
  async settle<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.setClocks();
    return this.clock.settle(work());
  }

  /** Starts the replicas. */
  async open(replicas: number): Promise<this> {
    for (let at = 0; at < replicas; at += 1) {
      const folder = this.newDataFolder();
      this.replicas.push(await this.startReplica(at, folder, { attempts: new Map() }));
    }
    return this;
  }

  /** Closes everything. Nothing of the world stays in the process or on the disk. */
  async close(): Promise<void> {
    try {
      await this.heal();
      for (const replica of this.replicas) await this.stop(replica);
    } finally {
      this.network.end();
      this.clock.uninstall();
      rmSync(this.root, { recursive: true, force: true });
    }
  }

  /** Returns the data folder of a new server. */
  newDataFolder(): string {
    return this.newFolder();
  }

  newFolder(): string {
    this.folders += 1;
    const folder = join(this.root, String(this.folders));
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  }

  protected async startReplica(at: number, folder: string, counters: Counters): Promise<Replica> {
    await this.setClocks();
    const settings = testSettings({
      ...commonSettings,
      SIGNUP_LIMIT_PER_VISITOR_HOUR: String(this.limits.visitorHour),
      SIGNUP_LIMIT_PER_ADDRESS_DAY: String(this.limits.addressDay),
      DATA_DIR: folder,
      ...this.settingsOf(at),
    });
    const backend = await createBackend({ settings, log: silentLog, metrics: null });
    const counter = createDailyCounter(backend.addCounts, silentLog);
    const startedAt = performance.now();
    const stopped = new AbortController();
    const waits = { minTimeout: 1_000, maxTimeout: 30_000, signal: stopped.signal };
    keepTrying(backend.open, { ...waits, onFailedAttempt: () => {} }).catch(() => {});
    // The driver of PostgreSQL connects in a timer.
    await this.clock.pass(1);
    return { at, folder, startedAt, backend, counter, stopped, counters, unwritten: new Map() };
  }

  /** Stops a replica as SIGTERM does. What its process has not sent by then is lost. */
  protected async stop({ at, stopped, counter, backend }: Replica): Promise<void> {
    stopped.abort();
    await this.settle(() => counter.close());
    await this.settle(() => backend.close());
    this.network.cut(at);
  }

  /** Whether a fault holds under which counts are not written. */
  private get hasFault(): boolean {
    const { disk: file, database, function: called } = this.faults;
    return [file, database, called].some((fault) => fault !== null && fault !== 'is slow');
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

  /** Kills a replica, and starts it again. */
  async crash(at: number): Promise<void> {
    const replica = this.replicaAt(at);
    this.loseUnwritten(replica);
    const folder = await this.kill(replica);
    this.replicas[replica.at] = await this.startReplica(replica.at, folder, replica.counters);
  }

  replicaAt(at: number): Replica {
    const replica = this.replicas[at % this.replicas.length];
    if (!replica) throw new Error('the world has no replica');
    return replica;
  }

  /** Begins a fault of a part, in place of the fault that the part has. */
  async break<Name extends Part>(part: Name, fault: Faults[Name]): Promise<void> {
    this.faults[part] = fault;
    await this.begin(part, fault);
  }

  /** Ends every fault. */
  async heal(): Promise<void> {
    Object.assign(this.faults, noFaults());
    await this.end();
  }

  /** How often the database runs a statement whose answer is lost. */
  protected get executions(): number {
    return 1;
  }

  /** Returns what decides about a sign-up that this process judges now. */
  protected placeNow(): Omit<Place, 'database'> {
    const { clock, counters, faults, limits, spent } = this;
    const { minimumFillTimeMs } = signupLimits;
    const verifies = faults.siteverify === null;
    const { executions } = this;
    return { counters, executions, limits, minimumFillTimeMs, now: clock.now(), spent, verifies };
  }

  /**
   * Sends sign-ups at the same moment to one replica, and compares their ends with those of the model. The order among
   * them is open. @returns how they ended.
   */
  async signUpAtOnce(at: number, all: readonly Sent[]): Promise<End[]> {
    const replica = this.replicaAt(at);
    const begun = this.clock.now();
    const expected = all.map((each) => this.expect(each, replica));
    const outcomes = await this.settle(() => Promise.all(all.map((each) => submit(replica, each))));
    const ends = outcomes.map(endOf);
    const [made, due] = [ends.toSorted(), expected.toSorted()];
    deepStrictEqual(made, due, `the sign-ups must end with ${due}, not with ${made}`);
    this.checkWait(begun);
    return ends;
  }

  private checkWait(begun: number): void {
    const waited = this.clock.now() - begun;
    ok(waited <= this.longestWaitMs, `the answer took ${waited} ms`);
  }

  /** Sends a sign-up, and compares its end with that of the model. @returns how it ended. */
  async signUp(at: number, sent: Sent): Promise<End> {
    const replica = this.replicaAt(at);
    const begun = this.clock.now();
    const expected = this.expect(sent, replica);
    const outcome = await this.settle(() => submit(replica, sent));
    const end = endOf(outcome);
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
    await this.setClocks();
    await this.clock.pass(Math.min(ms, awakeMs));
    for (const { unwritten } of replicas) {
      if (hasFault) for (const key of unwritten.keys()) this.repeatedCounts.add(key);
      else if (ms > countsMs) unwritten.clear();
    }
  }

  /** Whether an operator’s command ends: it waits for a lock, and fails on a full disk. */
  get canOperate(): boolean {
    return this.faults.disk === null;
  }

  /** Opens the database as an operator’s command does, does the work, and closes the database. */
  async operate<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    return this.settle(async () => {
      const database = await this.openDatabase();
      return work(database).finally(() => database.close());
    });
  }

  /** Lets each sign-up arrive that is on its way to the function. One that arrives after an erasure counts as a new one. */
  private async letCallsArrive(): Promise<void> {
    while (this.network.isBusy()) await this.pass(slowMs);
  }

  /** Erases an address as an operator does: in the file of every outbox, and then in the database. */
  async erase(email: string): Promise<void> {
    await this.letCallsArrive();
    // The work takes time, and the evidence has a time of the work.
    const begun = this.clock.now();
    await this.eraseQueued(email);
    await this.operate((database) => eraseFrom(database, email));
    // The command leaves evidence also when there is no row, because a backup may have one.
    recordErasure(this.model, email, begun);
    this.model.rows.delete(email);
    await this.requireErased(email);
  }

  /** Erases everybody as an operator does: in the file of every outbox, and then in the database. */
  async forget(): Promise<void> {
    await this.letCallsArrive();
    // Later than every row, also when the clock was set back since the row was stored.
    const begun = this.clock.now();
    const before = dayOf(begun + 2 * dayMs);
    await this.forgetQueued(before);
    await this.operate((database) => forget(database, { before, notInvited: false }, erasing));
    const emails = [...this.model.rows.keys()];
    for (const email of emails) erase(this.model, email, begun);
    for (const email of emails) await this.requireErased(email);
  }

  private rows(): Promise<Row[]> {
    return this.read(
      (schema) => `select email, ${this.time('created_at')} as created_at, times,
        cast(seen_on as text) as seen_on, times_that_day, campaign, notice, user_agent, wave,
        case when confirmed_at is null then 0 else 1 end as confirmed from ${schema}signups`,
    );
  }

  /** Checks that every acknowledged sign-up is stored or waits, and that no other is. */
  async checkAddresses(): Promise<void> {
    await this.setClocks();
    const stored = await this.read((schema) => `select email from ${schema}signups`);
    const found = new Set([...stored.map(({ email }) => String(email)), ...this.waiting()]);
    const lost = [...this.model.rows]
      .filter(([email, row]) => !row.mayBeDropped && !found.has(email))
      .map(([email]) => email);
    deepStrictEqual(lost, [], `${lost} was acknowledged, and is neither stored nor waiting`);
    const others = [...found].filter((email) => !this.model.rows.has(email));
    deepStrictEqual(others, [], `${others} was erased or never acknowledged, and is stored`);
  }

  /** Ends every fault, waits as long as the manual says, and compares the databases with the model. */
  async checkAll(): Promise<void> {
    await this.heal();
    await this.pass(1 + countsMs);
    for (let waited = 0; waited < healingMs && this.waiting().length > 0; waited += countsMs) {
      await this.pass(countsMs);
    }
    deepStrictEqual(this.waiting(), [], 'the outboxes must be empty once every fault is over');
    await this.checkAddresses();
    for (const { at } of this.replicas) await this.probe(at);
    for (const row of await this.rows()) {
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
          campaign: expected.campaign,
          notice: expected.notice,
          user_agent: expected.userAgent,
          wave: expected.wave,
          confirmed: Number(expected.isConfirmed),
        },
      );
    }
    await this.checkCounts();
  }

  /** Whether the model knows on which day each campaign is counted. */
  protected readonly knowsCampaignDays: boolean = true;

  /** Checks that a replica takes a sign-up of a new visitor without a restart. */
  private async probe(at: number): Promise<void> {
    this.probes += 1;
    const email = `probe-${this.probes}@prospects.example`;
    const visitor = `198.18.${this.probes >> 8}.${this.probes & 255}`;
    deepStrictEqual(await this.signUp(at, { ...usualSignup, email, visitor }), 'ok');
  }

  private async checkCounts(): Promise<void> {
    const rows = await this.read(
      (schema) => `select cast(day as text) as day, name, label, count from ${schema}daily_counts`,
    );
    const found = new Map(
      rows.map(({ day, name, label, count }) => [`${day} ${name} ${label}`, Number(count)]),
    );
    for (const key of new Set([...found.keys(), ...this.model.counts.keys()])) {
      if (!this.knowsCampaignDays && key.includes(' campaign ')) continue;
      const most = this.model.counts.get(key) ?? 0;
      const least = most - (this.lostCounts.get(key) ?? 0);
      const count = found.get(key) ?? 0;
      ok(
        least <= count && (count <= most || this.repeatedCounts.has(key)),
        `${key} must be ${least} to ${most}, not ${count}: ${JSON.stringify(plain(found))}`,
      );
    }
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { forget } from '../../server/stores/maintenance/erase.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { createSqliteFile, type SqliteFile } from '../../server/stores/sqlite/file.ts';
import { createSqliteStore } from '../../server/stores/sqlite/store.ts';
import { erase, erasing } from '../support/maintenance.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { FileWorld, putEmptyFile } from './file-world.ts';
import { type End, judge, type Sent, store } from './model.ts';
import {
  type FunctionFault,
  publishableKey,
  reachesFunction,
  slowMs,
  supabaseUrl,
} from './network.ts';
import type { Replica } from './world.ts';

const upstreamTimeoutMs = 2_000;

/** How a call ends that does not reach the function’s handler, or whose answer does not come back. */
const endOfCall: Partial<Record<FunctionFault, End>> = {
  refuses: 'upstream_fetch',
  'falls silent': 'upstream_fetch',
  'loses the answer': 'upstream_fetch',
  'answers a relay error': 'upstream_relay',
  'knows another key': 'unauthorized',
};

/** Milliseconds that a call takes. */
const durations: Partial<Record<FunctionFault, number>> = {
  'falls silent': upstreamTimeoutMs,
  'is slow': slowMs,
};

/**
 * Two servers with an outbox each, and the function’s handler in this process. An SQLite file stands for the function’s
 * PostgreSQL, because the rules and the outbox are the subject here; the PostgreSQL world has the real one.
 */
export class SupabaseWorld extends FileWorld {
  protected override readonly longestWaitMs: number = 8_000;
  protected readonly databaseFolder: string;
  protected override readonly knowsCampaignDays: boolean = false;
  private readonly functionFile: SqliteFile;

  private constructor(folder: string) {
    const file = createSqliteFile(folder);
    super(createSqliteStore(file));
    this.databaseFolder = folder;
    this.functionFile = file;
    putEmptyFile(folder);
    file.open();
  }

  static open(): Promise<SupabaseWorld> {
    return new SupabaseWorld(mkdtempSync(join(temporaryFiles(), 'deckwright-simulation-'))).open(2);
  }

  override async close(): Promise<void> {
    await this.settle(this.functionFile.close);
    await super.close();
    rmSync(this.databaseFolder, { recursive: true });
  }

  protected override settingsOf(at: number) {
    return {
      SUPABASE_URL: supabaseUrl(at),
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SIGNUP_OUTBOX: 'on',
      UPSTREAM_TIMEOUT_MS: String(upstreamTimeoutMs),
    };
  }

  override databaseAt() {
    const { database } = this.faults;
    return database === 'refuses' || database === 'loses the answer' ? database : 'works';
  }

  protected override waiting(): string[] {
    return this.replicas.flatMap(({ folder }) =>
      this.readFile(folder, 'select email from signup_outbox').map(({ email }) => String(email)),
    );
  }

  protected override async eraseQueued(email: string): Promise<void> {
    for (const { folder } of this.replicas) {
      const outbox = openSqliteDatabase(folder);
      await erase(outbox, email);
      await outbox.close();
    }
  }

  protected override async forgetQueued(before: string): Promise<void> {
    for (const { folder } of this.replicas) {
      const outbox = openSqliteDatabase(folder);
      await this.settle(() => forget(outbox, { before, notInvited: false }, erasing));
      await outbox.close();
    }
  }

  protected override expect(asked: Sent, replica: Replica): End {
    const { function: fault } = this.faults;
    const called = this.expectCall(asked);
    if (!['unavailable', 'unauthorized'].includes(called) && !called.startsWith('upstream')) {
      return called;
    }
    // The function gave no verdict, so the outbox judges.
    const place = this.placeNow();
    const now = place.now + ((fault && durations[fault]) ?? 0);
    const database = this.faults.disk ? 'refuses' : 'works';
    const { end } = judge(asked, { ...place, counters: replica.counters, now, database });
    if (end === 'ok') store(this.model, asked, now, null);
    return end === 'unavailable' ? called : end;
  }

  /** Returns how the call of the function ends. */
  private expectCall(asked: Sent): End {
    const { function: fault } = this.faults;
    const noVerdict = fault && endOfCall[fault];
    if (!reachesFunction(fault)) return noVerdict ?? 'upstream_http';
    const { minimumFillTimeMs } = this.network.release;
    const place = this.placeNow();
    const now = place.now + ((fault && durations[fault]) ?? 0);
    const { end, stored } = judge(asked, {
      ...place,
      minimumFillTimeMs,
      now,
      database: this.databaseAt(),
    });
    if (stored > 0) store(this.model, asked, now, this.limits.addressDay);
    return noVerdict ?? end;
  }
}

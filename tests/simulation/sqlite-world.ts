import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { requireBackup, restoreFile } from '../../server/stores/maintenance/restore.ts';
import { takeSnapshot } from '../../server/stores/maintenance/snapshot.ts';
import { createSqliteDeliveries } from '../../server/stores/sqlite/delivery-queue.ts';
import { createSqliteFile } from '../../server/stores/sqlite/file.ts';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import { FileWorld } from './file-world.ts';
import { killAtStep } from './kill.ts';
import { add, type Counters, isErased, type Model } from './model.ts';
import { type Meaning, mailsPerMinute } from './world.ts';

/** A backup file, and the model as it was at that moment. */
interface BackupOfModel extends Pick<Model, 'rows' | 'counts' | 'links'>, Counters {
  file: string;
  /** Events that the file may lack. */
  lost: Map<string, number>;
}

/** One server with its own file. */
export class SqliteWorld extends FileWorld {
  private readonly backups: BackupOfModel[] = [];

  static open(): Promise<SqliteWorld> {
    return new SqliteWorld(null).open(1);
  }

  protected override get databaseFolder(): string {
    return this.replicas[0]?.folder ?? '';
  }

  protected override settingsOf() {
    return {};
  }

  override databaseAt(): Meaning {
    return this.faults.disk ? 'refuses' : 'works';
  }

  openMails() {
    const file = createSqliteFile(this.databaseFolder);
    return { queue: createSqliteDeliveries(file, mailsPerMinute, false), close: file.close };
  }

  /** Makes a backup of the database of the sign-ups, as an operator does while the server runs. */
  async backUp(): Promise<void> {
    // Each backup has its own folder, because `takeSnapshot` reads every backup in the folder of a new one.
    const file = join(this.newFolder(), 'backup.db');
    const database = await this.openDatabase();
    await takeSnapshot(database, file);
    await database.close();
    const { model, counters, lostCounts, replicas } = this;
    const lost = new Map(lostCounts);
    for (const { unwritten } of replicas)
      for (const [key, count] of unwritten) add(lost, key, count);
    const { rows, counts, links } = structuredClone(model);
    this.backups.push({
      file,
      rows,
      counts,
      links,
      lost,
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
      () => {
        const given = { backup: requireBackup(backup.file), logFolders: [], accept: false };
        return this.settle(() => restoreFile(folder, given));
      },
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
    for (const [email, { createdAt }] of model.rows) {
      if (isErased(model, email, createdAt)) model.rows.delete(email);
    }
    model.counts = new Map(backup.counts);
    // A restore takes over the links that were mailed since, if their entries are in the backup.
    const isThere = ([, { email }]: [string, { email: string }]) => model.rows.has(email);
    model.links = new Map([...backup.links, ...[...model.links].filter(isThere)]);
    counters.attempts = new Map(backup.attempts);
    lostCounts.clear();
    for (const [key, count] of backup.lost) add(lostCounts, key, count);
  }
}

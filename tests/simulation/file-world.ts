import { ok } from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../../server/stores/maintenance/database.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { readSqlite } from '../../server/testing/read-sqlite.ts';
import { breakDisk, healDisk } from './disk.ts';
import type { Faults, Part } from './network.ts';
import { type Replica, World } from './world.ts';

/** A world whose replicas have SQLite files. */
export abstract class FileWorld extends World {
  /** The folder of the database of the sign-ups. */
  protected abstract get databaseFolder(): string;

  protected override async openDatabase() {
    return openSqliteDatabase(this.databaseFolder);
  }

  override async read(select: (schema: string) => string): Promise<Row[]> {
    return readSqlite(this.databaseFolder, select(''));
  }

  override time(column: string): string {
    return column;
  }

  protected override async begin(part: Part, _fault: Faults[Part]): Promise<void> {
    if (part === 'disk') this.breakDisk();
  }

  private breakDisk(): void {
    const folders = this.replicas.map(({ folder }) => folder);
    if (this.faults.disk) breakDisk(this.faults.disk, folders);
  }

  protected override async end(): Promise<void> {
    healDisk();
  }

  /** Copies the files of a replica as they lie on the disk at this moment, and ends the replica. */
  protected override async kill(replica: Replica): Promise<string> {
    healDisk();
    const folder = this.newFolder();
    cpSync(replica.folder, folder, { recursive: true });
    this.network.cut(replica.at);
    await this.stop(replica);
    rmSync(replica.folder, { recursive: true });
    return folder;
  }

  override async crash(at: number): Promise<void> {
    await super.crash(at);
    this.breakDisk();
  }

  protected override async requireErased(email: string): Promise<void> {
    const folders = new Set([this.databaseFolder, ...this.replicas.map(({ folder }) => folder)]);
    for (const folder of folders) {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
        ok(!text.includes(email), `${entry.name} holds ${email} after its erasure`);
      }
    }
  }
}

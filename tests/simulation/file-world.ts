import { ok } from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../../server/stores/maintenance/database.ts';
import { findAddress } from '../../server/stores/maintenance/search.ts';
import { openSqliteDatabase } from '../../server/stores/maintenance/sqlite.ts';
import { openSignups, signupsPath } from '../../server/stores/sqlite/open.ts';
import { breakDisk, healDisk } from './disk.ts';
import type { Faults, Part } from './network.ts';
import { type Replica, World } from './world.ts';

let emptyFile: Buffer | undefined;

/**
 * Puts a file without sign-ups into a data folder. The migrations run once for each process, because they took a quarter
 * of the time when they ran for each file.
 */
export function putEmptyFile(folder: string): void {
  const path = signupsPath(folder);
  if (emptyFile) writeFileSync(path, emptyFile, { mode: 0o600 });
  else openSignups(folder, { create: true }).close();
  emptyFile ??= readFileSync(path);
}

/** A world whose replicas have SQLite files. */
export abstract class FileWorld extends World {
  /** Data folder → a connection that reads its file. Opening one for each step took a seventh of the time. */
  private readonly readers = new Map<string, DatabaseSync>();

  override newDataFolder(): string {
    const folder = this.newFolder();
    putEmptyFile(folder);
    return folder;
  }

  /** The folder of the database of the sign-ups. */
  protected abstract get databaseFolder(): string;

  protected override async openDatabase() {
    return openSqliteDatabase(this.databaseFolder);
  }

  override async read(select: (schema: string) => string): Promise<Row[]> {
    return this.readFile(this.databaseFolder, select(''));
  }

  /** Returns rows of the file of a data folder. */
  protected readFile(folder: string, statement: string): Row[] {
    const reader =
      this.readers.get(folder) ??
      new DatabaseSync(signupsPath(folder), { readOnly: true, timeout: 5_000 });
    this.readers.set(folder, reader);
    return reader.prepare(statement).all();
  }

  /** Closes the readers first, so that the server is the last to close its file. */
  protected override async stop(replica: Replica): Promise<void> {
    for (const reader of this.readers.values()) reader.close();
    this.readers.clear();
    await super.stop(replica);
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

  /** Checks that the files of a data folder hold no address but in a file that `signups erase` names to the operator. */
  protected override async requireErased(email: string): Promise<void> {
    const folders = new Set([this.databaseFolder, ...this.replicas.map(({ folder }) => folder)]);
    for (const folder of folders) {
      const holding = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((file) => readFileSync(file, 'latin1').includes(email));
      if (holding.length === 0) continue;
      const named = (await findAddress(folder, undefined, email)).map(({ file }) => file);
      for (const file of holding) {
        ok(named.includes(file), `${file} holds ${email} after its erasure, and is not named`);
      }
    }
  }
}

import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { requireOurSchema } from '../sqlite/schema.ts';

/** The facts about a backup, which the backup has in its table `internals`. */
const factsSchema = z.object({
  /** One more than the highest number in the folder when the backup was made. */
  number: z.int(),
  /** When the backup was made by the clock of its machine, ISO 8601, UTC. */
  madeAt: z.iso.datetime({ precision: 3 }),
});
export type BackupFacts = z.output<typeof factsSchema>;

export interface BackupFile {
  /** The facts of the backup. A file without facts has no number, and the time of its name or of its last change. */
  number: number | null;
  madeAt: string;
  /** Absolute path. */
  file: string;
  bytes: number;
  /** Null when the file cannot be read. */
  signups: number | null;
  /** Why the file is no backup that `restore` would accept. The pages of the file are not read for it. */
  problem?: string;
  /** True when the backup says that it was made later than now: a clock is or was wrong. */
  isFromTheFuture: boolean;
}

/** Counts the sign-ups in a file. */
export const countRows = (connection: DatabaseSync): number =>
  Number(connection.prepare('select count(*) as signups from signups').get()?.signups);

const factsName = 'backup';

/** Two machines' clocks may differ by so many milliseconds. */
const clockToleranceMs = 60_000;

const namePattern = /^signups-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/;

/** Returns the name that a backup in a folder gets from its time. */
export const backupName = (madeAt: Date): string =>
  `signups-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;

/** Returns whether `backup --to` gave the file its name, so that `--keep` may remove it. */
export const isNamedByUs = (file: string): boolean => namePattern.test(basename(file));

/** Writes into a copy which backup it is. */
export function writeFacts(copy: DatabaseSync, facts: BackupFacts): void {
  const statement = `insert into internals (name, value) values (?, ?)
    on conflict do update set value = excluded.value`;
  copy.prepare(statement).run(factsName, JSON.stringify(facts));
}

/** Removes the facts from a restored copy, which is no backup any more. */
export function removeFacts(copy: DatabaseSync): void {
  copy.prepare('delete from internals where name = ?').run(factsName);
}

/** Returns the facts about a backup; null when the file has none. Throws when they are not ours. */
function readFacts(connection: DatabaseSync): BackupFacts | null {
  const statement = 'select value from internals where name = ?';
  const row = connection.prepare(statement).get(factsName);
  if (!row) return null;
  const { success, data } = factsSchema.safeParse(JSON.parse(String(row.value)));
  if (!success) throw new Error('its facts about itself are not ours');
  return data;
}

/** Returns the time in the name of a file without facts about itself, or else the time of its last change. */
function timeOf(file: string): string {
  const [, day, ...time] = namePattern.exec(basename(file)) ?? [];
  return day ? `${day}T${time.join(':')}.000Z` : statSync(file).mtime.toISOString();
}

/** Reads what a file says about itself. A file that is no backup gets a `problem`. Throws when there is no file. */
export function readBackup(file: string): BackupFile {
  const stats = statSync(file);
  const plain = { file, bytes: stats.size, number: null, madeAt: timeOf(file) };
  let connection: DatabaseSync | undefined;
  try {
    if (stats.isDirectory()) throw new Error('it is a folder');
    connection = new DatabaseSync(file, { readOnly: true });
    connection.exec('pragma trusted_schema = off');
    requireOurSchema(connection, file);
    const found = { ...plain, ...readFacts(connection), signups: countRows(connection) };
    const isFromTheFuture = Date.parse(found.madeAt) > Date.now() + clockToleranceMs;
    return { ...found, isFromTheFuture };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...plain, signups: null, problem, isFromTheFuture: false };
  } finally {
    connection?.close();
  }
}

/** Compares two backups, newest first: by number, because a clock may have been wrong, and then by time. */
const byAge = (a: BackupFile, b: BackupFile): number =>
  (b.number ?? 0) - (a.number ?? 0) || (a.madeAt < b.madeAt ? 1 : -1);

/** Reads every `.db` file in a folder: the backups first, newest first, then the files that are no backups. */
export function listBackups(folder: string): BackupFile[] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.db'))
    .map(({ name }) => readBackup(join(folder, name)));
  const [good, bad] = [files.filter((file) => !file.problem), files.filter((file) => file.problem)];
  return [...good.sort(byAge), ...bad];
}

import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Erasure } from '../../shared/entry/entry.ts';
import { StoreError } from './store-error.ts';

/** The part of a logger that the log of erasures needs. */
interface Log {
  error(fields: object, message: string): void;
}

export type ErasureLog = ReturnType<typeof openErasureLog>;

const time = z.iso.datetime({ precision: 3 });

/** The lines of the file. The first line says since when the file has every erasure. */
const lineSchema = z.union([
  z.object({ since: time }),
  z.object({
    key: z.string(),
    /** Each with `addressHash` and `erasedAt`. */
    erasures: z.array(z.tuple([z.string(), time])),
  }),
]);
type Line = z.output<typeof lineSchema>;

export const erasureLogPath = (folder: string): string => join(folder, 'erasures.jsonl');

/** Appends a line and brings it to the disk. Begins with a line break, because a crash may have cut off the line before. */
function append(path: string, line: Line): void {
  const file = openSync(path, 'a', 0o600);
  try {
    appendFileSync(file, `\n${JSON.stringify(line)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Opens the log of erasures in `BACKUP_DIR`, so that a restore knows whom to leave out when the disk of the sign-ups has died.
 * Creates the file. Without a folder it writes nothing. A write that fails is logged, and the erasure itself stands: the next
 * `signups backup` adds the evidence.
 */
export function openErasureLog(folder: string | undefined, log: Log) {
  const add = (lines: readonly Line[]): void => {
    if (folder === undefined) return;
    const path = erasureLogPath(folder);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!existsSync(path)) append(path, { since: new Date().toISOString() });
      for (const line of lines) append(path, line);
    } catch (err) {
      log.error(
        { err, path },
        'BACKUP_DIR cannot be written: a restore would not know of an erasure',
      );
    }
  };
  add([]);
  return {
    /** Appends the evidence as one line. */
    write(erasures: readonly Erasure[]): void {
      const [first] = erasures;
      if (!first) return;
      const pairs = erasures.map((one): [string, string] => [one.addressHash, one.erasedAt]);
      add([{ key: first.key, erasures: pairs }]);
    },
  };
}

/** Returns the value of a line; null for an empty line, and for a line that a crash cut off. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Yields the lines of a file as text. Throws when the file cannot be read. */
async function* textsOf(path: string): AsyncGenerator<string> {
  try {
    const file = await open(path);
    yield* file.readLines();
  } catch (error) {
    const problem = `${path} cannot be read (${Object(error).code})`;
    const remedy = 'Let this user read the file in BACKUP_DIR, or beside the backup.';
    throw new StoreError({ code: 'not_readable', path, problem, remedy }, error);
  }
}

/**
 * Yields the lines of a log; none when there is no file. Throws when the file cannot be read, and when a line is not ours,
 * because a person could come back.
 */
async function* linesOf(path: string): AsyncGenerator<Line> {
  if (!existsSync(path)) return;
  for await (const text of textsOf(path)) {
    const value = parse(text);
    if (value === null) continue;
    const { success, data } = lineSchema.safeParse(value);
    if (!success) {
      throw new StoreError({
        code: 'damaged',
        path,
        problem: `${path} has a line that is no record of erasures`,
        remedy: 'Look at the line. Take it out if you know that it records no erasure.',
      });
    }
    yield data;
  }
}

/** Yields the erasures in the log of a folder, one after the other. */
export async function* readErasureLog(folder: string): AsyncGenerator<Erasure> {
  for await (const line of linesOf(erasureLogPath(folder))) {
    if ('since' in line) continue;
    for (const [addressHash, erasedAt] of line.erasures)
      yield { key: line.key, addressHash, erasedAt };
  }
}

/** Returns since when the log of a folder has every erasure (ISO 8601, UTC); null when there is no log. */
export async function erasureLogSince(folder: string): Promise<string | null> {
  for await (const line of linesOf(erasureLogPath(folder))) if ('since' in line) return line.since;
  return null;
}

import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import type { ErasedAt } from './erasures.ts';

/** Returns the hash of an address in the evidence of release 0.3.0. */
const earlierHash = (salt: string, email: string): string => hash('sha256', salt + email);

/** Begins the salt of an erasure by `signups forget` of release 0.3.0. The salt follows from the run and the address. */
const runMark = 'run-';

const runOf = (salt: string): string => salt.slice(0, salt.indexOf(':'));
const saltInRun = (run: string, email: string): string =>
  `${run}:${earlierHash(run, email).slice(0, 32)}`;

/** The evidence of erasures in a file of release 0.3.0. */
export interface EarlierErasures {
  erasedAt: ErasedAt;
  close(): void;
}

/**
 * Opens the evidence in a file of release 0.3.0, such as a backup. That release hashed each address with a salt of its own,
 * so the evidence recognizes an address and cannot be copied under the keys of this release. A look-up compares an address
 * with each single erasure, at about a microsecond each, and with one row of each run of `signups forget`.
 */
export function openEarlierErasures(file: string): EarlierErasures {
  let connection: DatabaseSync | undefined;
  try {
    statSync(file);
    connection = new DatabaseSync(file, { readOnly: true });
    connection.exec('pragma trusted_schema = off');
    const rows = connection
      .prepare(
        `select salt, address_hash, erased_at from erasures where salt not like '${runMark}%'`,
      )
      .all();
    const runs = connection
      .prepare(`select salt from erasures where salt like '${runMark}%'`)
      .iterate();
    const runNames = new Set<string>();
    for (const { salt } of runs) runNames.add(runOf(String(salt)));
    const find = connection.prepare('select erased_at from erasures where salt = ?');
    const open = connection;
    return {
      erasedAt(email) {
        const single = rows
          .filter(({ salt, address_hash }) => earlierHash(String(salt), email) === address_hash)
          .map(({ erased_at }) => String(erased_at));
        const inRuns = [...runNames].map((run) =>
          String(find.get(saltInRun(run, email))?.erased_at ?? ''),
        );
        return [...single, ...inRuns].toSorted().at(-1) ?? '';
      },
      close: () => open.close(),
    };
  } catch (error) {
    connection?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      {
        code: 'not_a_backup',
        path: file,
        problem: `${file} has no evidence of release 0.3.0: ${reason}`,
        remedy: 'Name a file that `signups backup` or `signups move --to` of release 0.3.0 wrote.',
      },
      error,
    );
  }
}

/** The code of a store’s failure. The terminal prints the code with `--json`. */
export type StoreErrorCode =
  | 'no_data'
  | 'damaged'
  | 'disk_full'
  | 'disk_failed'
  | 'not_readable'
  | 'not_writable'
  | 'foreign_owner'
  | 'foreign_file'
  | 'newer_version'
  | 'older_version'
  | 'in_use'
  | 'not_a_backup'
  | 'erasures_unknown'
  | 'move_failed'
  | 'read_only'
  | 'not_migrated'
  | 'no_rights'
  | 'no_login'
  | 'no_room'
  | 'no_answer'
  | 'wrong_encoding'
  | 'broken_database';

/** What a failure of a store says. */
export interface StoreProblem {
  code: StoreErrorCode;
  /** The absolute path of the file or folder that the error is about. */
  path?: string;
  /** The problem: a clause without a full stop. It names the path. */
  problem: string;
  /** The remedy for the operator: one or more sentences. */
  remedy?: string;
}

/** Returns a sentence as a part of another one: `Stop the server.` becomes `stop the server`. */
const asClause = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;

/**
 * A failure of a store, with each fact in a field of its own. The terminal shows the fields. The log and `/readyz` use
 * the message, which is the problem and the remedy in one line.
 */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly path: string | undefined;
  readonly problem: string;
  readonly remedy: string | undefined;

  constructor({ code, path, problem, remedy }: StoreProblem, cause?: unknown) {
    super(remedy ? `${problem}: ${asClause(remedy)}` : problem, { cause });
    this.code = code;
    this.path = path;
    this.problem = problem;
    this.remedy = remedy;
  }
}

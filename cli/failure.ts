import { getSystemErrorMessage } from 'node:util';
import { isDiskFull } from '../server/stores/sqlite/errors.ts';
import { StoreError } from '../server/stores/store-error.ts';

/** The exit codes of the process: success, a problem that the command found, wrong usage. */
export const exitCodes = { good: 0, problem: 1, wrongUsage: 2 } as const;

/** Several problems at once, each with its remedy. */
type Problems = readonly { name: string; problem: string; remedy: string }[];

/** An error that the operator can understand and mend. Every other error is a fault of this program. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: string;
  readonly details: { remedy?: string; problems?: Problems };

  constructor(code: string, message: string, remedy?: string, problems?: Problems) {
    super(message);
    this.code = code;
    this.details = { ...(remedy && { remedy }), ...(problems && { problems }) };
  }
}

/** A wrong command line. The process exits with 2. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

/** Returns whether an error names its problem. `run` shows the error of a store as a failure. */
export const isExplained = (error: unknown): boolean =>
  error instanceof Failure || error instanceof WrongUsage || error instanceof StoreError;

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns the failure that names the file or folder of the operator, the error of the system, and a remedy. */
export function fileFailure(error: unknown, path: string, remedy: string): Failure {
  const { errno, errcode } = Object(error);
  if (errno === undefined && errcode === undefined) return new Failure('file', messageOf(error));
  const said = errno === undefined ? messageOf(error) : getSystemErrorMessage(errno);
  return new Failure(
    'file',
    `${path}: ${said}`,
    isDiskFull(error) ? 'Make room on its disk.' : remedy,
  );
}

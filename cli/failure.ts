import { getSystemErrorMessage } from 'node:util';

/** How the process can end: in order, with a problem that the command found, or because of wrong usage. */
export const exitCodes = { good: 0, problem: 1, wrongUsage: 2 } as const;

/** Where several things are wrong at once. */
type Problems = readonly { name: string; problem: string; remedy: string }[];

/** What the operator can understand and mend; anything else that is thrown is our own mistake. */
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

/** A command line that cannot be meant; exit 2. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns the failure that names the file or folder of the operator, the error of the system, and a remedy. */
export function fileFailure(error: unknown, path: string, remedy: string): Failure {
  const { code, errno, errcode } = Object(error);
  if (errno === undefined && errcode === undefined) return new Failure('file', messageOf(error));
  const said = errno === undefined ? messageOf(error) : getSystemErrorMessage(errno);
  const isFull = code === 'ENOSPC' || errcode === 13;
  return new Failure('file', `${path}: ${said}`, isFull ? 'Make room on its disk.' : remedy);
}

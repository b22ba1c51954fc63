import type { DatabaseSync } from 'node:sqlite';

/** Primary result codes (sqlite.org/rescode.html). An extended code has its primary code in the low byte. */
export const codes = {
  error: 1,
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
  range: 25,
  notADb: 26,
};

/** Returns SQLite’s code of an error, or of the error that a StoreError explains. */
export const primaryCode = (error: unknown): number => {
  const { errcode, cause } = Object(error);
  return Number(errcode ?? Object(cause).errcode) & 0xff;
};

export const isSqliteError = (error: unknown): boolean => Object(error).errcode !== undefined;

export const isDiskFull = (error: unknown): boolean =>
  Object(error).code === 'ENOSPC' || primaryCode(error) === codes.full;

export const isBusy = (error: unknown): boolean => primaryCode(error) === codes.busy;

export const isDamage = (error: unknown): boolean =>
  [codes.corrupt, codes.notADb].includes(primaryCode(error));

const rowCodes = [codes.error, codes.tooBig, codes.constraint, codes.mismatch, codes.range];

/** Returns whether an error is about the values of one row, and not about the file: the other rows can still be written. */
export const isRowError = (error: unknown): boolean =>
  !isSqliteError(error) || rowCodes.includes(primaryCode(error));

/** Reads the whole file. Throws when a page of the file is damaged. */
export function requireWhole(database: DatabaseSync): void {
  const problem = database.prepare('pragma quick_check(1)').get()?.quick_check;
  if (problem === 'ok') return;
  throw Object.assign(new Error(`it is damaged: ${problem}`), { errcode: codes.corrupt });
}

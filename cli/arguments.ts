import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** Parses a number of things on the command line: decimal digits, 1 or more. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('Use a whole number from 1.');
}

/** Parses the path of a file or folder, relative to the shell’s folder. Refuses an empty text, which is usually an unset variable. */
export function path(text: string): string {
  if (text !== '') return resolve(text);
  throw new InvalidArgumentError('Name a file or folder.');
}

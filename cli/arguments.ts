import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** A number of things on the command line: 1 or more. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('Use a whole number from 1.');
}

/** A file or a folder, from where the shell stands. An empty name is most often a variable that nobody set. */
export function path(text: string): string {
  if (text !== '') return resolve(text);
  throw new InvalidArgumentError('Name a file or folder.');
}

import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { isEmail, normaliseEmail } from '../shared/address.ts';
import { WrongUsage } from './failure.ts';

/** Parses a number of things on the command line: decimal digits, 1 or more. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('Use a whole number from 1.');
}

/**
 * Parses the path of a file or folder, relative to the shell’s folder. Refuses an empty text, which is usually an unset
 * variable, and a `~`, which a shell leaves as it is in `--option=~/folder`.
 */
export function path(text: string): string {
  if (text === '') throw new InvalidArgumentError('Name a file or folder.');
  if (/^~(\/|$)/.test(text)) {
    throw new InvalidArgumentError('Your shell did not expand ~. Write the whole path.');
  }
  return resolve(text);
}

/** Returns an address as the database stores it. Throws when the text is no address. */
export function requireEmail(address: string): string {
  const email = normaliseEmail(address);
  if (!isEmail(email)) throw new WrongUsage(`${address} is not an email address`);
  return email;
}

import { InvalidArgumentError } from 'commander';

/** A number of things on the command line: 1 or more. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new InvalidArgumentError('Use a whole number from 1.');
  }
  return number;
}

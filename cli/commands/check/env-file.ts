import { closest, distance } from 'fastest-levenshtein';
import { envFileOf, readEnvFile, unknownNames, type Variables } from '../../../server/config.ts';
import { settings } from '../../../shared/settings/schema.ts';
import type { Note } from './report.ts';

/** The line on which a file sets a name, counted from 1. */
const lineOf = (text: string, name: string): number =>
  text.split('\n').findIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line)) + 1;

/** Where the file of settings names what is none, and what may be meant. */
export function unknownNotes(environment: Variables): Note[] {
  const text = readEnvFile(environment);
  return unknownNames(environment).map((name) => {
    const nearest = closest(name, Object.keys(settings));
    const isNear = distance(name, nearest) <= 3;
    return {
      name,
      at: `${envFileOf(environment)}:${lineOf(text, name)}`,
      warning: 'is no setting: it does nothing',
      remedy: isNear ? `Did you mean ${nearest}?` : 'Remove it.',
    };
  });
}

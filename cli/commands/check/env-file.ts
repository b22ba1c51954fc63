import { parseEnv } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
import { settings } from '../../../shared/settings/schema.ts';
import type { Note } from './report.ts';

/** Read by compose.yaml, from the same file. */
const ofCompose = ['VERSION', 'POSTGRES_PASSWORD', 'DECKWRIGHT_PASSWORD'];

/** The line on which a file sets a name, counted from 1. */
const lineOf = (text: string, name: string): number =>
  text.split('\n').findIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line)) + 1;

/** Names in the file of settings that no setting has: most are misspelt, and do nothing in silence. */
export function unknownNames(file: string, text: string): Note[] {
  const known = Object.keys(settings);
  return Object.keys(parseEnv(text))
    .filter((name) => !known.includes(name) && !ofCompose.includes(name))
    .map((name) => {
      const nearest = closest(name, known);
      const isNear = distance(name, nearest) <= 3;
      return {
        name,
        at: `${file}:${lineOf(text, name)}`,
        warning: 'is no setting: it does nothing',
        remedy: isNear ? `Did you mean ${nearest}?` : 'Remove it.',
      };
    });
}

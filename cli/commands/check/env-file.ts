import { parseEnv } from 'node:util';
import { settings } from '../../../shared/settings/schema.ts';
import type { Note } from './report.ts';

/** Edits needed to turn one name into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The line on which a file sets a name, counted from 1. */
const lineOf = (text: string, name: string): number =>
  text.split('\n').findIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line)) + 1;

/** Names in the file of settings that no setting has: most are misspelt, and do nothing in silence. */
export function unknownNames(file: string, text: string): Note[] {
  const known = Object.keys(settings);
  return Object.keys(parseEnv(text))
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [nearest] = known.toSorted((a, b) => distance(name, a) - distance(name, b));
      const isNear = nearest && distance(name, nearest) <= 3;
      return {
        name,
        at: `${file}:${lineOf(text, name)}`,
        warning: 'is no setting: it does nothing',
        remedy: isNear ? `Did you mean ${nearest}?` : 'Remove it.',
      };
    });
}

import { settings } from '../../shared/settings/schema.ts';
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

/** Names in the `.env` file that no setting has: most are misspelt, and would do nothing in silence. */
export function unknownNames(file: Readonly<Record<string, unknown>>): Note[] {
  const known = Object.keys(settings);
  return Object.keys(file)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const [nearest] = known.toSorted((a, b) => distance(name, a) - distance(name, b));
      const near = nearest && distance(name, nearest) <= 3;
      return {
        name,
        warning: 'is no setting of ours; it does nothing',
        remedy: near ? `Did you mean ${nearest}?` : 'Remove it from .env.',
      };
    });
}

import { closest, distance } from 'fastest-levenshtein';
import { envFileOf, readEnvFile, unknownNames, type Variables } from '../../../../server/config.ts';
import { settings } from '../../../../shared/settings/schema.ts';
import type { Finding, Verdict } from '../report.ts';

const assignment = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/;
/** An assignment in quotation marks that close on a later line. */
const overLines =
  /^[^\S\n]*(?:export\s+)?[\w.-]+[^\S\n]*=[^\S\n]*(["'`])(?:(?!\1).)*?\n(?:(?!\1).)*?\1/gms;

/** Returns the indices of the lines that belong to a value which begins on an earlier line. */
function continuedLines(text: string): Set<number> {
  const found = [...text.matchAll(overLines)].flatMap((match) => {
    const first = text.slice(0, match.index).split('\n').length - 1;
    return match[0]
      .split('\n')
      .slice(1)
      .map((_line, index) => first + 1 + index);
  });
  return new Set(found);
}

/** Returns whether the parser ends an unquoted value at a `#` that no blank precedes. Passwords often hold one. */
const isCut = (value: string): boolean => /^[^"'`#\s][^"'`\s]*#/.test(value);

/** Returns whether text follows the closing quotation mark, as in `"Ada" <ada@example.com>`. The parser drops that text. */
const isCutAfterQuotes = (value: string): boolean => /^(["'`]).*?\1\s*[^\s#]/.test(value);

function judgeUnknown(name: string): Verdict {
  const nearest = closest(name, Object.keys(settings));
  const remedy = distance(name, nearest) <= 3 ? `Did you mean ${nearest}?` : 'Remove it.';
  return { warning: 'is no setting: it does nothing', remedy };
}

/** Returns a warning for each line of the file of settings that has no effect, with the number of the line. */
export function fileNotes(environment: Variables): Finding[] {
  const text = readEnvFile(environment);
  const unknown = unknownNames(text);
  const lines = text.split('\n');
  const continued = continuedLines(text);
  const assignments = lines.map((line, index) =>
    continued.has(index) ? null : assignment.exec(line),
  );
  const names = assignments.map((found) => found?.[1]);
  const judge = (line: string, index: number): Verdict => {
    const name = names[index];
    if (continued.has(index) || /^\s*(#|$)/.test(line)) return {};
    if (name === undefined) return { warning: 'is no NAME=value: it does nothing' };
    if (names.includes(name, index + 1)) return { warning: 'is set again below, which counts' };
    if (unknown.includes(name)) return judgeUnknown(name);
    const value = assignments[index]?.[2] ?? '';
    if (isCutAfterQuotes(value)) {
      return {
        warning: 'ends at its second quotation mark',
        remedy: "Put the whole value, with its quotation marks, in '…'.",
      };
    }
    if (!isCut(value)) return {};
    return {
      warning: 'ends at its #, where a comment begins',
      remedy: 'Put the value in quotation marks.',
    };
  };
  return lines
    .map((line, index) => ({
      // The line is not shown, because it may be a part of a key.
      name: names[index] ?? 'a line',
      value: `${envFileOf(environment)}:${index + 1}`,
      ...judge(line, index),
    }))
    .filter(({ warning }) => warning !== undefined);
}

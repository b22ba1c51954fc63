import { closest, distance } from 'fastest-levenshtein';
import { envFileOf, readEnvFile, unknownNames, type Variables } from '../../../server/config.ts';
import { settings } from '../../../shared/settings/schema.ts';
import type { Finding, Verdict } from './report.ts';

const assignment = /^\s*(?:export\s+)?([\w.-]+)\s*=/;

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
  const names = lines.map((line) => assignment.exec(line)?.[1]);
  const judge = (line: string, index: number): Verdict => {
    const name = names[index];
    if (/^\s*(#|$)/.test(line)) return {};
    if (name === undefined) return { warning: 'is no NAME=value: it does nothing' };
    if (names.includes(name, index + 1)) return { warning: 'is set again below, which counts' };
    return unknown.includes(name) ? judgeUnknown(name) : {};
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

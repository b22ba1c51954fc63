import type { Row } from '../../../../server/stores/maintenance/database.ts';
import { isEmail, normaliseEmail } from '../../../../shared/address.ts';
import { noticeVersionPattern } from '../../../../shared/signup/contract.ts';
import { columns, type SignupColumn } from '../../../../shared/signup/fields.ts';
import { wavePattern } from '../filter-options.ts';
import type { ExportedName, Form } from './forms.ts';
import type { FileRecord } from './read-records.ts';

/** A row of a file as a sign-up, or the reason why the row is none. */
export type Read = { signup: Row } | { refused: string };

/**
 * A time as the tools write it: ISO 8601, or with a blank, and in Go with the name of the zone at its end. A zone without a
 * name is a number there: `2024-01-15 10:00:00.123 -0300 -03`, or `+0000 +0000`.
 */
const timePattern =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))? ?(Z|UTC|[+-]\d\d:?\d\d)?(?: (?:[A-Z]{2,5}|[+-]\d\d(?:\d\d)?))?)?$/;

/** The earliest time that PostgreSQL and SQLite both store as it is. */
const earliest = Date.parse('0001-01-01T00:00:00Z');

/** Returns whether a day exists. `Date` takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Returns a time as ISO 8601, UTC, in milliseconds; null for another text. A time without a zone is in UTC. */
export function readTime(text: string): string | null {
  const [, day, time = '00:00:00', fraction = '', zone = 'Z'] = timePattern.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const date = new Date(
    `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`.replace(
      /T(\d\d:\d\d)\./,
      'T$1:00.',
    ),
  );
  return date.getTime() >= earliest ? date.toISOString() : null;
}

/** The largest number that the column `times` of PostgreSQL has. */
const mostTimes = 2 ** 31 - 1;

/** Returns the value of a cell for a message, cut after 80 characters. */
const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Reads a value of a column. Throws a text that names the fault. */
const readers: Partial<Record<ExportedName, (text: string) => string | number>> = {
  times: (text) => {
    const times = Number(text);
    if (!Number.isInteger(times) || times < 1 || times > mostTimes)
      throw new Refusal(`${shown(text)} is no number of times`);
    return times;
  },
  campaign: (text) => requireForm(text.toLowerCase(), /^[a-z0-9._-]+(\/[a-z0-9._-]+)?$/),
  wave: (text) => requireForm(text, wavePattern),
  noticeVersion: (text) => requireForm(text, noticeVersionPattern),
};

class Refusal extends Error {}

function requireOneOf(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  throw new Refusal(`${shown(text)} is none of ${words.join(', ')}`);
}

function requireForm(text: string, form: RegExp): string {
  if (text.length <= 64 && form.test(text)) return text;
  throw new Refusal(`${shown(text)} has a form that is not stored`);
}

function readValue({ exportedAs, kind, oneOf }: SignupColumn, text: string): string | number {
  if (oneOf) return requireOneOf(text, oneOf);
  if (kind !== 'time') return (exportedAs && readers[exportedAs]?.(text)) ?? text;
  const time = readTime(text);
  if (time === null) throw new Refusal(`${exportedAs}: ${shown(text)} is no time`);
  if (Date.parse(time) > Date.now()) throw new Refusal(`${exportedAs}: ${text} lies in the future`);
  return time;
}

/** The values of a person of whom a file says nothing but the address. `load` dates a row without a date. */
const unknown: Row = {
  source: 'import',
  bot_check: 'skipped',
  user_agent: '',
  times: 1,
  times_that_day: 1,
};

/** A spreadsheet’s guard before an address of our own CSV. */
const guarded = /^'(?=[=+\-@])/;

/** Returns a row of a file as a row of `signups`. @param campaign the campaign of a form that has none; null: it has. */
export function toSignup({ values }: FileRecord, form: Form, campaign: string | null): Read {
  const textAt = (column: string): string => values.get(column) ?? '';
  const textOf = (name: ExportedName): string =>
    form.columns[name]?.map((column) => textAt(column)).find((text) => text !== '') ?? '';
  const typed = textOf('email');
  if (typed === '') return { refused: 'there is no address' };
  const email = normaliseEmail(typed.replace(guarded, ''));
  if (!isEmail(email)) return { refused: `${shown(typed)} is no e-mail address` };
  const reason = form.refuses?.(textAt);
  if (reason !== undefined) return { refused: `${email} is ${shown(reason)} in ${form.name}` };
  const signup: Row = { ...unknown, campaign, email };
  try {
    for (const column of columns) {
      const { exportedAs, column: name } = column;
      const text = exportedAs && name !== 'email' ? textOf(exportedAs) : '';
      if (text !== '') signup[name] = readValue(column, text);
    }
    return { signup };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

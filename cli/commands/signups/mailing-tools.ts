import type { SignupRecord } from '../../../server/stores/maintenance/read.ts';
import { exportedNames } from '../../../shared/signup/fields.ts';
import type { ExportFormat } from './export-format.ts';

/** A mailing tool as an import file needs to know it. The sources were read on 2026-11-23. */
interface MailingTool extends ExportFormat {
  /** The largest file that the tool imports, in bytes. */
  largestBytes?: number;
}

type Value = string | number | null;

/** Returns one CSV cell (RFC 4180) exactly as the value is, because a mailing tool runs no formulas. */
function cell(value: Value, delimiter: string): string {
  const text = String(value ?? '');
  return text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

const csv = (
  names: readonly string[],
  valuesOf: (record: SignupRecord) => readonly Value[],
  delimiter = ',',
): ExportFormat => {
  const line = (values: readonly Value[]) =>
    `${values.map((value) => cell(value, delimiter)).join(delimiter)}\r\n`;
  return { head: line(names), row: (record) => line(valuesOf(record)), foot: () => '' };
};

/** Every exported field but the address. `createdAt` becomes `signedUpAt`, because Plunk drops `createdAt`. */
const others = exportedNames
  .filter((name) => name !== 'email')
  .map((name) => ({ name, as: name === 'createdAt' ? 'signedUpAt' : name }));
const otherNames = others.map(({ as }) => as);
const otherValues = (record: SignupRecord): Value[] => others.map(({ name }) => record[name]);

/** `signedUpAt` → `signed_up_at`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toLowerCase();

const mebibyte = 1024 * 1024;

/** The tools for which `signups export --for` writes files. */
export const mailingTools = {
  /**
   * listmonk reads the columns email, name and attributes (a JSON object), and ignores any other. It makes a name out of
   * the address when the name is empty. https://github.com/knadh/listmonk/blob/007f4de/internal/subimporter/importer.go
   */
  listmonk: csv(['email', 'name', 'attributes'], (record) => {
    const known = others.filter(({ name }) => record[name] !== null);
    const attributes = Object.fromEntries(known.map(({ name, as }) => [as, record[name]]));
    return [record.email, '', JSON.stringify(attributes)];
  }),
  /**
   * Plunk reads email, and every other column as data of the contact. It drops id, subscribed, createdAt and updatedAt,
   * and takes files of at most 5 MB. https://docs.useplunk.com/guides/importing-contacts
   */
  plunk: {
    ...csv(['email', ...otherNames], (record) => [record.email, ...otherValues(record)]),
    largestBytes: 5 * mebibyte,
  },
  /**
   * Resend reads email, first_name, last_name and unsubscribed, and maps other columns to properties that exist in the
   * account. https://resend.com/docs/dashboard/audiences/contacts
   */
  resend: {
    ...csv(
      ['email', 'first_name', 'last_name', 'unsubscribed', ...otherNames.map(snakeCase)],
      (record) => [record.email, '', '', 'false', ...otherValues(record)],
    ),
    largestBytes: 200 * mebibyte,
  },
  /**
   * Loops suggests the columns Email, First Name, Last Name, User Group and Source, and maps other columns to properties
   * on upload. The user group is the wave. https://loops.so/docs/add-users/csv-upload
   */
  loops: csv(
    [
      'Email',
      'First Name',
      'Last Name',
      'User Group',
      'Source',
      ...otherNames.filter(isNotInLoops),
    ],
    (record) => [
      record.email,
      '',
      '',
      record.wave,
      record.source,
      ...others.filter(({ as }) => isNotInLoops(as)).map(({ name }) => record[name]),
    ],
  ),
  /**
   * Brevo reads EMAIL, separates columns by semicolons, and ignores attributes that the account does not have. Attributes
   * are in capitals. A file has at most 10 MB. https://developers.brevo.com/reference/import-contacts
   */
  brevo: {
    ...csv(
      ['EMAIL', ...otherNames.map((name) => snakeCase(name).toUpperCase())],
      (record) => [record.email, ...otherValues(record)],
      ';',
    ),
    largestBytes: 10 * mebibyte,
  },
} satisfies Record<string, MailingTool>;

/** Whether Loops has no column of its own for a field. */
function isNotInLoops(name: string): boolean {
  return name !== 'wave' && name !== 'source';
}

export type MailingToolName = keyof typeof mailingTools;
export const mailingToolNames = Object.keys(mailingTools) as MailingToolName[];

/** Returns the largest file in bytes that a tool imports; null if the tool names no bound. */
export const largestBytesOf = (name: MailingToolName): number | null => {
  const tool: MailingTool = mailingTools[name];
  return tool.largestBytes ?? null;
};

import type { ExportedRow } from '../../../../shared/signup/fields.ts';
import { exportedNames } from '../../../../shared/signup/fields.ts';
import type { ExportFormat } from './export-format.ts';

/** A mailing tool as an import file needs to know it. The sources that are named below were read on 2026-11-25. */
export interface MailingTool extends ExportFormat {
  /** The largest file that the tool imports, in bytes. */
  largestBytes?: number;
  /** Addresses that the site accepts and the tool leaves out. */
  leavesOut?: { addresses: RegExp; because: string };
}

type Value = string | number | null;

/** A sign-up in a file for a mailing tool. */
export interface MailingRecord extends ExportedRow {
  /** The code of an invitation, with which the product lets the person in. */
  code?: string;
}

/** Returns one CSV cell (RFC 4180) exactly as the value is, because a mailing tool runs no formulas. */
function cell(value: Value, delimiter: string): string {
  const text = String(value ?? '');
  return text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

const csv = (
  names: readonly string[],
  valuesOf: (record: MailingRecord) => readonly Value[],
  delimiter = ',',
): ExportFormat => {
  const line = (values: readonly Value[]) =>
    `${values.map((value) => cell(value, delimiter)).join(delimiter)}\r\n`;
  return { head: line(names), row: (record) => line(valuesOf(record)), foot: () => '' };
};

/** Returns a name in snake case: `signedUpAt` becomes `signed_up_at`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toLowerCase();

const mebibyte = 1024 * 1024;

/** Returns whether Loops has no column of its own for a field. */
const isNotInLoops = (name: string): boolean => name !== 'wave' && name !== 'source';

/** Returns the tools for which `signups export --for` writes files. @param names the fields of a record. */
function toolsFor(names: readonly (keyof MailingRecord)[]) {
  // Plunk drops `createdAt`.
  const others = names
    .filter((name) => name !== 'email')
    .map((name) => ({ name, as: name === 'createdAt' ? 'signedUpAt' : name }));
  const otherNames = others.map(({ as }) => as);
  const cellOf = (record: MailingRecord, name: keyof MailingRecord): Value => record[name] ?? null;
  const otherValues = (record: MailingRecord): Value[] =>
    others.map(({ name }) => cellOf(record, name));
  const snakeCaseCsv = csv(['email', ...otherNames.map(snakeCase)], (record) => [
    record.email,
    ...otherValues(record),
  ]);
  return {
    /**
     * listmonk reads the columns email, name and attributes (a JSON object), and ignores any other. It makes a name out of
     * the address when the name is empty. It skips a row whose address Go's `mail.ParseAddress` refuses.
     * https://github.com/knadh/listmonk/blob/911e0b7/internal/subimporter/importer.go (`LoadCSV`, `ValidateFields`)
     */
    listmonk: {
      ...csv(['email', 'name', 'attributes'], (record) => {
        const known = others.filter(({ name }) => cellOf(record, name) !== null);
        const attributes = Object.fromEntries(
          known.map(({ name, as }) => [as, cellOf(record, name)]),
        );
        return [record.email, '', JSON.stringify(attributes)];
      }),
      leavesOut: {
        addresses: /^\.|\.\.|\.@/,
        because: 'with a dot at the start, a dot at the end or two dots in a row before the @',
      },
    },
    /**
     * Plunk reads email, and every other column as data of the contact. It drops id, subscribed, createdAt, updatedAt and
     * the names of its links, and takes files of at most 5 MB. An empty cell changes nothing.
     * https://docs.useplunk.com/guides/importing-contacts
     * https://github.com/useplunk/plunk/blob/05c8041/apps/api/src/services/ContactService.ts (`mergeContactData`)
     */
    plunk: { ...snakeCaseCsv, largestBytes: 5 * mebibyte },
    /**
     * Resend maps the columns to email and to the properties that exist in the account. A key of a property has letters,
     * digits and underscores. A file has at most 200 MB. The file has no column for Resend's field unsubscribed, because
     * `false` there could subscribe people again who have unsubscribed in Resend since an earlier import.
     * https://resend.com/docs/dashboard/contacts/add-contacts
     * https://resend.com/docs/api-reference/contacts/create-contact-import
     * https://resend.com/docs/api-reference/contact-properties/create-contact-property
     */
    resend: { ...snakeCaseCsv, largestBytes: 200 * mebibyte },
    /**
     * Loops suggests the columns Email, First Name, Last Name, User Group and Source, and maps other columns to properties
     * on upload. Names of properties are in camelCase. An empty cell changes nothing. The user group is the wave.
     * https://loops.so/docs/add-users/csv-upload and https://loops.so/docs/api-reference/create-contact-property
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
        ...others.filter(({ as }) => isNotInLoops(as)).map(({ name }) => cellOf(record, name)),
      ],
    ),
    /**
     * Brevo reads EMAIL, and maps other columns to attributes when a file is uploaded. Attributes are in capitals. Columns
     * are separated by semicolons, commas or tabs. A file has at most 250 MB, and at most 10 MB when the API gets it as
     * `fileBody`. https://help.brevo.com/hc/en-us/articles/208729849-Create-a-file-to-import-your-contacts
     * https://developers.brevo.com/reference/import-contacts
     */
    brevo: {
      ...csv(
        ['EMAIL', ...otherNames.map((name) => snakeCase(name).toUpperCase())],
        (record) => [record.email, ...otherValues(record)],
        ';',
      ),
      largestBytes: 250 * mebibyte,
    },
  } satisfies Record<string, MailingTool>;
}

/** The tools, and what each imports of a sign-up. */
export const mailingTools = toolsFor(exportedNames);
/** The same tools for people with a code. */
export const mailingToolsWithCode = toolsFor([...exportedNames, 'code']);

export type MailingToolName = keyof typeof mailingTools;
export const mailingToolNames = Object.keys(mailingTools) as MailingToolName[];

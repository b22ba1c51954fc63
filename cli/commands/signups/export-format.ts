import type { SignupRecord } from '../../../server/stores/maintenance/read.ts';

/** How an export is written down: before, for each row, and after. */
export interface ExportFormat {
  head: string;
  /** @param before how many rows were written already. */
  row: (record: SignupRecord, before: number) => string;
  foot: (rows: number) => string;
}

const fields = ['email', 'source', 'botCheck', 'createdAt', 'lastSeenAt', 'times'] as const;

/** What a spreadsheet would run as a formula when it stands at the start of a cell. */
const formulaStart = /^[=+\-@\t\r\n]/;

/** One CSV cell: RFC 4180, and no formula. An address may start with `=` or `+`, and strangers write it. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

export const asCsv: ExportFormat = {
  head: csvLine(fields),
  row: (record) => csvLine(fields.map((field) => record[field])),
  foot: () => '',
};

export const asJsonLines: ExportFormat = {
  head: '',
  row: (record) => `${JSON.stringify(record)}\n`,
  foot: () => '',
};

export const asJsonArray: ExportFormat = {
  head: '[',
  row: (record, before) => `${before === 0 ? '' : ','}\n  ${JSON.stringify(record)}`,
  foot: (rows) => (rows === 0 ? ']\n' : '\n]\n'),
};

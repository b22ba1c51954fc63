import type { ExportedRow } from '../../../../shared/signup/fields.ts';
import { exportedNames } from '../../../../shared/signup/fields.ts';

/** The text of an export: before the rows, of each row, and after the rows. */
export interface ExportFormat {
  head: string;
  /** @param before the number of rows that were written already. */
  row: (record: ExportedRow, before: number) => string;
  foot: (rows: number) => string;
}

/** A spreadsheet runs a cell that begins with one of these characters as a formula. */
const formulaStart = /^[=+\-@\t\r\n]/;

/** Returns whether a spreadsheet would run a value as a formula. */
export const beginsFormula = (value: string | number | null): boolean =>
  formulaStart.test(String(value ?? ''));

/**
 * Returns one CSV cell (RFC 4180), empty for null. An address may begin with `=` or `+`, and strangers write it, so
 * the cell begins with `'` then.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = beginsFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

export const asCsv: ExportFormat = {
  head: csvLine(exportedNames),
  row: (record) => csvLine(exportedNames.map((name) => record[name])),
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

/**
 * Yields the text of an export while its rows are read. The head comes with the first row, so that the answer of a database
 * that cannot be read is one JSON object and nothing else.
 */
export async function* linesOf(
  records: AsyncIterable<ExportedRow>,
  { head, row, foot }: ExportFormat,
): AsyncGenerator<string> {
  let rows = 0;
  for await (const record of records) {
    yield `${rows === 0 ? head : ''}${row(record, rows)}`;
    rows += 1;
  }
  yield `${rows === 0 ? head : ''}${foot(rows)}`;
}

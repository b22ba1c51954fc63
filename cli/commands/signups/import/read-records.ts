import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { JSONParser } from '@streamparser/json';
import { CsvError, parse } from 'csv-parse';
import { isEmail, normaliseEmail } from '../../../../shared/signup/address.ts';
import { Failure, fileFailure } from '../../../failure.ts';

/** One row of a file: its values by the names of the columns, in lower case. */
export interface FileRecord {
  /** The line of a CSV file, or the position in a JSON list, from 1. */
  line: number;
  values: ReadonlyMap<string, string>;
}

/** Bytes that decide whether a file is JSON, and which character separates the cells of a CSV file. */
const sampleBytes = 16_384;

const bom = '\ufeff';

async function startOf(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
      return buffer.toString('utf8', 0, bytesRead).replace(bom, '').trimStart();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw fileFailure(error, file, 'Name a CSV or JSON file that this user may read.');
  }
}

/** Returns the separator that the first line names, or else the most frequent one of that line. */
function separatorOf(start: string): string {
  const named = separatorLine.exec(start)?.[1];
  if (named !== undefined) return named;
  const [line = ''] = start.split(/\r?\n|\r/);
  const outsideQuotes = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string): number => outsideQuotes.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const nameOf = (text: string): string => text.trim().toLowerCase();

/** The first line that Excel reads to know the separator, `sep=;` for example. */
const separatorLine = /^sep=(.)(?:\r?\n|\r)/i;

const fromEntries = (
  line: number,
  entries: readonly (readonly [string, unknown])[],
): FileRecord => ({
  line,
  values: new Map(entries.map(([name, value]) => [nameOf(name), asText(value).trim()])),
});

/**
 * Returns the names of the columns. The first row of a bare list of addresses is a person. Throws when that row has several
 * addresses, because all but one would be lost.
 */
function headOf(
  cells: readonly string[],
  file: string,
): { names: readonly string[]; isHead: boolean } {
  const address = cells.findIndex((cell) => isEmail(normaliseEmail(cell)));
  if (address < 0) return { names: cells, isHead: true };
  if (cells.some((cell, index) => index !== address && cell.includes('@'))) {
    throw new Failure(
      'bad_file',
      `${file} has several addresses in its first line, and no line that names the columns`,
      'Write one address a line.',
    );
  }
  return {
    names: cells.map((_cell, index) => (index === address ? 'email' : `${index}`)),
    isHead: false,
  };
}

async function* readCsv(file: string, start: string): AsyncGenerator<FileRecord> {
  const rows = createReadStream(file).pipe(
    parse({
      bom: true,
      delimiter: separatorOf(start),
      from_line: separatorLine.test(start) ? 2 : 1,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  let names: readonly string[] | undefined;
  try {
    for await (const { record, info } of rows as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const entriesOf = (of: readonly string[]) =>
        of.map((name, index) => [name, record[index]] as const);
      if (names) yield fromEntries(info.lines, entriesOf(names));
      else {
        const head = headOf(record, file);
        names = head.names;
        if (!head.isHead) yield fromEntries(info.lines, entriesOf(names));
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Failure(
      'bad_file',
      `${file} is no whole CSV file: ${error.message}`,
      'Export the file again.',
    );
  }
}

/** Yields the values of a JSON list, or of JSON lines, at constant memory. Throws when the file is not whole. */
async function* valuesOf(file: string, isList: boolean): AsyncGenerator<unknown> {
  const parser = new JSONParser({
    paths: [isList ? '$.*' : '$'],
    keepStack: false,
    ...(isList ? {} : { separator: '' }),
  });
  const values: unknown[] = [];
  parser.onValue = ({ value }) => void values.push(value);
  for await (const bytes of createReadStream(file)) {
    parser.write(bytes);
    yield* values.splice(0);
  }
  if (!parser.isEnded) parser.end();
}

async function* readJson(file: string, isList: boolean): AsyncGenerator<FileRecord> {
  let line = 0;
  try {
    for await (const value of valuesOf(file, isList)) {
      line += 1;
      yield fromEntries(
        line,
        typeof value === 'string' ? [['email', value]] : Object.entries(Object(value)),
      );
    }
  } catch (error) {
    // An error of the disk has a code. The errors of the parser have none.
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new Failure(
      'bad_file',
      `${file} is no list of objects in JSON, after object ${line}: ${error.message}`,
      'Export the file again.',
    );
  }
}

/**
 * Yields the rows of a CSV file, a JSON list or JSON lines, one after the other. Throws a Failure when the file cannot be
 * read, or is not whole.
 */
export async function* readRecords(file: string): AsyncGenerator<FileRecord> {
  const start = await startOf(file);
  // The parser of CSV reads UTF-16 with a byte order mark if the low byte comes first, as Excel writes it.
  if (start.includes('\0') && !/^\ufffd\ufffd[^\0]\0/.test(start)) {
    throw new Failure(
      'bad_file',
      `${file} is no text`,
      'Save it as CSV in UTF-8, a workbook of Excel too.',
    );
  }
  yield* /^[[{]/.test(start) ? readJson(file, start.startsWith('[')) : readCsv(file, start);
}

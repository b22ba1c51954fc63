import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { CsvError, parse } from 'csv-parse';
import { isEmail, normaliseEmail } from '../../../../shared/address.ts';
import { encodingOf } from '../../../../shared/text-encoding.ts';
import { Failure, fileFailure } from '../../../failure.ts';

/** One row of a file: its values by the names of the columns, in lower case. */
export interface FileRecord {
  /** The line of a CSV file, or the position in a JSON list, from 1. */
  line: number;
  values: ReadonlyMap<string, string>;
}

/** Characters that decide whether a file is JSON, and which character separates the cells of a CSV file. */
const sampleLength = 16_384;

/** Yields the text of a file, or of a pipe, from its first byte to its last one. */
async function* read(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const bytes of createReadStream(file)) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      yield decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    throw fileFailure(error, file, 'Name a CSV or JSON file that this user may read.');
  }
  if (decoder) yield decoder.decode();
}

/** Returns the first characters of a text, and the whole text. Reads a pipe only once. */
async function sampleOf(text: AsyncGenerator<string>) {
  let start = '';
  for (let isWhole = false; !isWhole && start.length < sampleLength; ) {
    const { value = '', done = false } = await text.next();
    start += value;
    isWhole = done;
  }
  const whole = async function* (): AsyncGenerator<string> {
    yield start;
    yield* text;
  };
  return { start: start.slice(0, sampleLength).trimStart(), text: whole() };
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

/** A file that is being read. */
interface Content {
  file: string;
  /** Its first characters, without the white space before them. */
  start: string;
  /** All of it. */
  text: AsyncGenerator<string>;
}

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const nameOf = (text: string): string => text.trim().toLowerCase();

/** The first line that Excel reads to know the separator, `sep=;` for example. */
const separatorLine = /^sep=(.)(?:\r?\n|\r)/i;

/** Reads a row. If two columns have one name, the first one with a value counts. */
function fromEntries(line: number, entries: readonly (readonly [string, unknown])[]): FileRecord {
  const values = new Map<string, string>();
  for (const [name, value] of entries)
    values.set(nameOf(name), values.get(nameOf(name)) || asText(value).trim());
  return { line, values };
}

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

async function* readCsv({ file, start, text }: Content): AsyncGenerator<FileRecord> {
  const rows = parse({
    delimiter: separatorOf(start),
    from_line: separatorLine.test(start) ? 2 : 1,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // An error of the file ends the rows. The loop below throws the error.
  pipeline(text, rows, () => {});
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
async function* valuesOf({ text, start }: Content): AsyncGenerator<unknown> {
  const isList = start.startsWith('[');
  const parser = new JSONParser({
    paths: [isList ? '$.*' : '$'],
    keepStack: false,
    ...(isList ? {} : { separator: '' }),
  });
  const values: unknown[] = [];
  parser.onValue = ({ value }) => void values.push(value);
  for await (const part of text) {
    parser.write(part);
    yield* values.splice(0);
  }
  if (!parser.isEnded) parser.end();
}

async function* readJson(content: Content): AsyncGenerator<FileRecord> {
  let line = 0;
  try {
    for await (const value of valuesOf(content)) {
      line += 1;
      yield fromEntries(
        line,
        typeof value === 'string' ? [['email', value]] : Object.entries(Object(value)),
      );
    }
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error)) throw error;
    throw new Failure(
      'bad_file',
      `${content.file} is no list of objects in JSON, after object ${line}: ${error.message}`,
      'Export the file again.',
    );
  }
}

/**
 * Yields the rows of a CSV file, a JSON list or JSON lines, one after the other. Throws a Failure when the file cannot be
 * read, or is not whole.
 */
export async function* readRecords(file: string): AsyncGenerator<FileRecord> {
  const content = { file, ...(await sampleOf(read(file))) };
  if (content.start.includes('\0')) {
    throw new Failure(
      'bad_file',
      `${file} is no text`,
      'Save it as CSV in UTF-8, a workbook of Excel too.',
    );
  }
  yield* /^[[{]/.test(content.start) ? readJson(content) : readCsv(content);
}

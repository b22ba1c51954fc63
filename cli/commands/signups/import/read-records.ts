import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
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

/** Returns the most frequent separator of the first line. */
function separatorOf(start: string): string {
  const [line = ''] = start.split(/\r?\n|\r/);
  const count = (separator: string): number => line.split(separator).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

const asText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const nameOf = (text: string): string => text.trim().toLowerCase();

const fromEntries = (
  line: number,
  entries: readonly (readonly [string, unknown])[],
): FileRecord => ({
  line,
  values: new Map(entries.map(([name, value]) => [nameOf(name), asText(value).trim()])),
});

/** Returns the names of the columns. The first row of a bare list of addresses is a person. */
function headOf(cells: readonly string[]): { names: readonly string[]; isHead: boolean } {
  const address = cells.findIndex((cell) => isEmail(normaliseEmail(cell)));
  if (address < 0) return { names: cells, isHead: true };
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
        const head = headOf(record);
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

/** Yields the text of each object of a JSON list, or of JSON lines, at constant memory. */
async function* objectsOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let [text, depth, isInText, isEscaped] = ['', 0, false, false];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (character === '\\') isEscaped = isInText;
      else if (character === '"') isInText = !isInText;
      else if (isInText) continue;
      else if (character === '{') {
        if (depth === 0) from = at;
        depth += 1;
      } else if (character === '}') {
        depth -= 1;
        if (depth > 0) continue;
        yield text + chunk.slice(from, at + 1);
        text = '';
      }
    }
    if (depth > 0) text += chunk.slice(from);
  }
  if (depth > 0) throw new SyntaxError('the file ends within an object');
}

async function* readJson(file: string): AsyncGenerator<FileRecord> {
  let line = 0;
  try {
    for await (const text of objectsOf(createReadStream(file, 'utf8'))) {
      line += 1;
      yield fromEntries(line, Object.entries(JSON.parse(text)));
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const problem = `${file} is no list of objects in JSON, at object ${line}: ${error.message}`;
    throw new Failure('bad_file', problem, 'Export the file again.');
  }
}

/**
 * Yields the rows of a CSV file, a JSON list or JSON lines, one after the other. Throws a Failure when the file cannot be
 * read, or is not whole.
 */
export async function* readRecords(file: string): AsyncGenerator<FileRecord> {
  const start = await startOf(file);
  yield* /^[[{]/.test(start) ? readJson(file) : readCsv(file, start);
}

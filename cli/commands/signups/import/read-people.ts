import { WrongUsage } from '../../../failure.ts';
import { type Form, formOf } from './forms.ts';
import { readRecords } from './read-records.ts';
import { type Read, toSignup } from './to-signup.ts';

/** A row of a file, read. */
export type ReadLine = Read & { line: number; form: string };

/**
 * Yields every row of a file as a sign-up, or with the reason why it is none. Throws when no column has addresses.
 * @param map the columns that the operator names for fields.
 */
export async function* readPeople(
  file: string,
  map: Form['columns'] = {},
): AsyncGenerator<ReadLine> {
  let form: Form | undefined;
  let campaign: string | null = null;
  for await (const record of readRecords(file)) {
    if (!form) {
      const names = [...record.values.keys()];
      const missing = Object.values(map)
        .flat()
        .filter((name) => !names.includes(name));
      if (missing.length > 0)
        throw new WrongUsage(`the file has no column ${missing.join(', ')}: ${names.join(', ')}`);
      form = formOf(names, map);
      campaign = form.columns.campaign ? null : `import/${form.name}`;
      if (!form.columns.email?.some((name) => names.includes(name))) {
        throw new WrongUsage(
          `no column has addresses: name one by --map email=COLUMN (${names.join(', ')})`,
        );
      }
    }
    yield { ...toSignup(record, form, campaign), line: record.line, form: form.name };
  }
}

/**
 * Yields the addresses of a file, also of people to whom the tool writes no more.
 * @param refusedLines gets the lines without an address.
 */
export async function* readAddresses(
  file: string,
  refusedLines: number[] = [],
): AsyncGenerator<string> {
  let form: Form | undefined;
  for await (const record of readRecords(file)) {
    form ??= { ...formOf([...record.values.keys()]), refuses: () => undefined };
    const address: Form = { ...form, columns: { email: form.columns.email ?? [] } };
    const read = toSignup(record, address, null);
    if ('signup' in read) yield String(read.signup.email);
    else refusedLines.push(record.line);
  }
}

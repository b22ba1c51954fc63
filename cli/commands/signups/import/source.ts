import { addressHash } from '../../../../server/stores/hashes.ts';
import type { Row } from '../../../../server/stores/maintenance/database.ts';
import type { ErasedAt } from '../../../../server/stores/maintenance/erasures.ts';
import type { Source } from '../../../../server/stores/maintenance/load.ts';
import type { Form } from './forms.ts';
import { readPeople } from './read-people.ts';

/** Refused rows that are listed. The others are counted. */
const refusalsShown = 100;

/** What an import has read of a file. */
export interface ReadCounts {
  /** The form of the file; null: the file has no row. */
  form: string | null;
  rows: number;
  erased: number;
  refused: number;
  /** People whose notice the database does not know, and who are added without it. */
  withoutNotice: number;
  /** The first {@link refusalsShown} refused rows. */
  refusals: { line: number; reason: string }[];
}

/** What an import needs besides the file. */
interface Beside {
  map: Form['columns'] | undefined;
  notices: readonly Row[];
  /** The notices that the database knows, or gets from the import. */
  versions: ReadonlySet<unknown>;
  /** The erasures of release 0.3.0; null: the operator has named no file. */
  erasedAt: ErasedAt | null;
  /** The key of the address hashes of the database. */
  key: string;
}

/** Reads the evidence of the erasures of release 0.3.0: one row for each erased address that stands in the file. */
async function* readErasures(
  file: string,
  { map, key, erasedAt }: Pick<Beside, 'map' | 'key'> & { erasedAt: ErasedAt },
): AsyncGenerator<Row> {
  for await (const one of readPeople(file, map)) {
    if ('refused' in one) continue;
    const email = String(one.signup.email);
    const erased_at = erasedAt(email);
    if (erased_at !== '') yield { address_hash: addressHash(key, email), erased_at };
  }
}

/** Reads the people of the file. Counts in `read` the rows that it leaves out. */
async function* readSignups(
  file: string,
  read: ReadCounts,
  { map, versions, erasedAt }: Beside,
): AsyncGenerator<Row> {
  for await (const one of readPeople(file, map)) {
    read.form = one.form;
    read.rows += 1;
    if ('refused' in one) {
      read.refused += 1;
      if (read.refusals.length < refusalsShown)
        read.refusals.push({ line: one.line, reason: one.refused });
      continue;
    }
    const { email, notice = null, created_at } = one.signup;
    // A dry run stores no evidence, so `load` does not know this erasure.
    if (erasedAt && String(created_at ?? '') < erasedAt(String(email))) {
      read.erased += 1;
      continue;
    }
    const isKnown = notice === null || versions.has(notice);
    if (!isKnown) read.withoutNotice += 1;
    yield isKnown ? one.signup : { ...one.signup, notice: null };
  }
}

/** Returns the people of a file as a source of rows. */
export const sourceOf = (file: string, read: ReadCounts, beside: Beside): Source => ({
  async *read(table) {
    const { erasedAt, notices } = beside;
    if (table === 'notices') yield* notices;
    if (table === 'erasures' && erasedAt) yield* readErasures(file, { ...beside, erasedAt });
    if (table === 'signups') yield* readSignups(file, read, beside);
  },
});

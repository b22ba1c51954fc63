import { readFileSync } from 'node:fs';
import type { Database, Row } from '../../../../server/stores/maintenance/database.ts';
import { openEarlierErasures } from '../../../../server/stores/maintenance/earlier-erasures.ts';
import { keysOf } from '../../../../server/stores/maintenance/erasures.ts';
import { load } from '../../../../server/stores/maintenance/load.ts';
import { textOf } from '../../../../shared/text-encoding.ts';
import { Failure, fileFailure } from '../../../failure.ts';
import type { Session } from '../../../session.ts';
import { withSignups } from '../with-database.ts';
import type { Form } from './forms.ts';
import { type ReadCounts, sourceOf } from './source.ts';

/** The files and the columns of an import. */
export interface ImportOptions {
  map?: Form['columns'];
  notices?: string;
  erased?: string;
}

/** What an import has done, or would do. */
export interface Imported extends ReadCounts {
  added: number;
  known: number;
  /** Known people whom release 0.3.0 had erased, and who were removed. */
  removed: number;
}

/** Returns the notices of a file of `signups notice --json`; none without a file. */
function readNotices(file: string | undefined): Row[] {
  if (file === undefined) return [];
  const remedy = 'Name the output of `signups notice --json`.';
  try {
    const { notices } = JSON.parse(textOf(readFileSync(file)));
    if (!Array.isArray(notices)) throw new SyntaxError('it has no list of notices');
    return notices.map(({ version, text, firstShownAt }: Row) => ({
      version,
      text,
      first_shown_at: firstShownAt,
    }));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw fileFailure(error, file, remedy);
    throw new Failure('bad_file', `${file}: ${error.message}`, remedy);
  }
}

async function knownNotices(
  { query, schema }: Database,
  added: readonly Row[],
): Promise<Set<unknown>> {
  const rows = await query(`select version from ${schema}notices`);
  return new Set([...rows, ...added].map(({ version }) => version));
}

/**
 * Adds the new people of a file.
 * @param rehearse says what would be done, and changes nothing.
 */
export function importPeople(
  session: Session,
  file: string,
  options: ImportOptions,
  rehearse: boolean,
): Promise<Imported> {
  const { progress } = session.terminal;
  return withSignups(session, async (signups) => {
    const notices = readNotices(options.notices);
    const earlier = options.erased === undefined ? null : openEarlierErasures(options.erased);
    const read: ReadCounts = {
      form: null,
      rows: 0,
      erased: 0,
      refused: 0,
      withoutNotice: 0,
      refusals: [],
    };
    try {
      const source = sourceOf(file, read, {
        map: options.map,
        notices,
        versions: await knownNotices(signups, notices),
        erasedAt: earlier?.erasedAt ?? null,
        key: (await keysOf(signups, signups.query))[0] ?? '',
      });
      const { added, known, erased, removed } = await load(source, signups, {
        only: ['erasures', 'notices', 'signups'],
        keepKnown: true,
        rehearse,
        progress: (done) => progress(`${rehearse ? 'reading' : 'importing'}: ${done}`),
      });
      return { ...read, added, known, erased: read.erased + erased, removed };
    } finally {
      earlier?.close();
    }
  });
}

import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { addressHash } from '../../../../server/stores/hashes.ts';
import type { Database, Row } from '../../../../server/stores/maintenance/database.ts';
import { openEarlierErasures } from '../../../../server/stores/maintenance/earlier-erasures.ts';
import { type ErasedAt, keysOf } from '../../../../server/stores/maintenance/erasures.ts';
import { load, type Source } from '../../../../server/stores/maintenance/load.ts';
import { exportedNames } from '../../../../shared/signup/fields.ts';
import { path } from '../../../arguments.ts';
import { Failure, fileFailure } from '../../../failure.ts';
import { present } from '../../../output/present.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { examples, marked, people, plural } from '../../../output/text.ts';
import type { Session } from '../../../session.ts';
import { confirm } from '../confirm.ts';
import { withSignups } from '../with-database.ts';
import type { Form } from './forms.ts';
import { readPeople } from './read-people.ts';

interface Options {
  map?: Form['columns'];
  notices?: string;
  erased?: string;
  dryRun?: true;
  yes?: true;
}

/** Adds one `field=column` of the command line. */
function mapping(text: string, before: Form['columns'] = {}): Form['columns'] {
  const [field = '', ...column] = text.split('=');
  const name = exportedNames.find((one) => one.toLowerCase() === field.trim().toLowerCase());
  if (name && column.length > 0)
    return { ...before, [name]: [column.join('=').trim().toLowerCase()] };
  throw new InvalidArgumentError(`Use FIELD=COLUMN, with a field of ${exportedNames.join(', ')}.`);
}

export const importCommand = (session: Session): Command =>
  new Command('import')
    .description(
      'Add the new people of a CSV or JSON file; known people stay as they are, and no mail goes out',
    )
    .argument(
      '<file>',
      'an export of this site, listmonk, Mailchimp, Ghost, Kit, or a bare list',
      path,
    )
    .option('--map <field=column>', 'which column holds a field, such as email=Adresse', mapping)
    .option(
      '--notices <file>',
      'the texts of the notices: `signups notice --json` of the other site',
      path,
    )
    .option(
      '--erased <file>',
      'whom release 0.3.0 erased: a file of its `signups backup` or `signups move --to`',
      path,
    )
    .addOption(
      new Option('--dry-run', 'say what would be done, and change nothing').conflicts('yes'),
    )
    .option('--yes', 'do it without asking')
    .addHelpText(
      'after',
      examples(
        'signups import list.csv --dry-run',
        'signups import list.csv --map email=Adresse --yes',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { dryRun = false, yes } = options;
      if (!dryRun && !yes) await ask(session, await run(session, file, options, true));
      report(session, { file, dryRun, ...(await run(session, file, options, dryRun)) });
    });

/** Shows what an import would do, and asks the person at the terminal. */
async function ask(session: Session, rehearsed: Imported): Promise<void> {
  const { terminal, json } = session;
  if (!json) terminal.err.write(`${render(rehearsed, terminal)}\n`);
  const added = people(rehearsed.added);
  const withoutTerminal = `this adds ${added}; say --yes to do it, or --dry-run`;
  await confirm(session, `Add ${added}?`, 'nobody was added', withoutTerminal);
}

/** Refused rows that are listed. The others are counted. */
const refusalsShown = 100;

export interface Imported {
  /** The form of the file; null: the file has no row. */
  form: string | null;
  rows: number;
  added: number;
  known: number;
  erased: number;
  /** Known people whom release 0.3.0 had erased, and who were removed. */
  removed: number;
  refused: number;
  /** People whose notice the database does not know, and who are added without it. */
  withoutNotice: number;
  /** The first {@link refusalsShown} refused rows. */
  refusals: { line: number; reason: string }[];
}

function readNotices(file: string | undefined): Row[] {
  if (file === undefined) return [];
  const remedy = 'Name the output of `signups notice --json`.';
  try {
    const { notices } = JSON.parse(readFileSync(file, 'utf8'));
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

function run(session: Session, file: string, options: Options, rehearse: boolean) {
  const { progress } = session.terminal;
  return withSignups(session, async (signups) => {
    const notices = readNotices(options.notices);
    const earlier = options.erased === undefined ? null : openEarlierErasures(options.erased);
    const read: Imported = {
      form: null,
      rows: 0,
      added: 0,
      known: 0,
      erased: 0,
      removed: 0,
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
  }).finally(() => progress(''));
}

async function knownNotices(
  { query, schema }: Database,
  added: readonly Row[],
): Promise<Set<unknown>> {
  const rows = await query(`select version from ${schema}notices`);
  return new Set([...rows, ...added].map(({ version }) => version));
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

/**
 * Returns the people of a file as a source. The source counts in `read` the rows that it leaves out. It turns the erasures of
 * release 0.3.0 into evidence of this release for each address that stands in the file.
 */
const sourceOf = (
  file: string,
  read: Imported,
  { map, notices, versions, erasedAt, key }: Beside,
): Source => ({
  async *read(table) {
    if (table === 'notices') yield* notices;
    if (table === 'erasures' && erasedAt) {
      for await (const one of readPeople(file, map)) {
        if ('refused' in one) continue;
        const email = String(one.signup.email);
        const erased_at = erasedAt(email);
        if (erased_at !== '') yield { address_hash: addressHash(key, email), erased_at };
      }
    }
    if (table !== 'signups') return;
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
  },
});

function report(session: Session, data: Imported & { file: string; dryRun: boolean }): void {
  const done = data.dryRun ? 'Nothing was changed.' : '';
  present(session, {
    data,
    ok: true,
    render: (_data, terminal) =>
      `${render(data, terminal)}${done ? `\n${marked(terminal, 'good', done)}` : ''}`,
  });
}

function render(data: Imported, terminal: Terminal): string {
  const { form, rows, added, known, erased, removed, refused, withoutNotice, refusals } = data;
  const lines = [
    `${plural(rows, 'row')} of the form ${form ?? '(none)'}: ${added} new, ${known} known, ${erased} erased, ${refused} refused.`,
  ];
  return [
    ...lines.map((line) => marked(terminal, rows > 0 ? 'good' : 'warning', line)),
    ...(removed > 0
      ? [
          marked(
            terminal,
            'warning',
            `${removed} known ${removed === 1 ? 'person was' : 'people were'} removed, because release 0.3.0 had erased them.`,
          ),
        ]
      : []),
    ...(withoutNotice > 0
      ? [
          marked(
            terminal,
            'warning',
            `${withoutNotice} with a notice that is not known here: give its text by --notices, or they are added without it.`,
          ),
        ]
      : []),
    ...refusals.map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(refused > refusals.length ? [`  and ${refused - refusals.length} more`] : []),
  ].join('\n');
}

import { statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { exportedNames } from '../../../../shared/signup/fields.ts';
import { path } from '../../../arguments.ts';
import { WrongUsage } from '../../../failure.ts';
import { confirm } from '../../../output/confirm.ts';
import { present } from '../../../output/present.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { examples, marked, people, plural } from '../../../output/text.ts';
import type { Session } from '../../../session.ts';
import type { Form } from './forms.ts';
import { type Imported, type ImportOptions, importPeople } from './import-people.ts';

interface Options extends ImportOptions {
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
      'an export of this site, listmonk, Mailchimp, Ghost, Kit, or a bare list; /dev/stdin for a pipe',
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
      const asks = !dryRun && !yes;
      if (asks || options.erased) requireReadableTwice(file);
      if (asks) await ask(session, await importPeople(session, file, options, true));
      report(session, { file, dryRun, ...(await importPeople(session, file, options, dryRun)) });
    });

/** Throws if a file is a pipe, which has nothing left to read after the rehearsal. */
function requireReadableTwice(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFIFO()) return;
  throw new WrongUsage(
    `${file} is a pipe, which can be read only once: say --yes or --dry-run without --erased, or save it as a file`,
  );
}

/** Shows what an import would do, and asks the person at the terminal. */
async function ask(session: Session, rehearsed: Imported): Promise<void> {
  const { terminal, json } = session;
  if (!json) terminal.err.write(`${render(rehearsed, terminal)}\n`);
  const added = people(rehearsed.added);
  const withoutTerminal = `this adds ${added}; say --yes to do it, or --dry-run`;
  await confirm(session, `Add ${added}?`, 'nobody was added', withoutTerminal);
}

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

import { createWriteStream, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import type { SignupFilter } from '../../../server/stores/maintenance/filter.ts';
import { exportSignups } from '../../../server/stores/maintenance/read.ts';
import { countChosen, countWave } from '../../../server/stores/maintenance/waves.ts';
import { syncToDisk } from '../../../server/stores/sqlite/write.ts';
import { path, wholeNumber } from '../../arguments.ts';
import { fileFailure, WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import type { Terminal } from '../../output/terminal.ts';
import { doneOrWarning, examples, warn } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { toolOption } from './export.ts';
import { filterOf, wave, withFilters } from './filter-options.ts';
import { mailingFile } from './mailing-file.ts';
import type { MailingToolName } from './mailing-tools.ts';
import { requireFinished } from './unfinished-wave.ts';
import { withSignups } from './with-database.ts';

interface Options extends SignupFilter {
  wave: string;
  first: number;
  for?: MailingToolName;
  to?: string;
  dryRun?: true;
}

export const inviteCommand = (session: Session): Command =>
  withFilters(
    new Command('invite')
      .description('Choose the first people who have no wave, mark them, and write them to a file')
      .requiredOption('--wave <name>', 'the name of the wave', wave)
      .requiredOption('--first <people>', 'choose at most so many, oldest first', wholeNumber)
      .addOption(toolOption())
      .option('--to <file>', 'write the people of the wave into this file', path)
      .option('--dry-run', 'say what would be done, and do nothing'),
  )
    .addHelpText(
      'after',
      examples(
        'signups invite --wave beta-1 --first 200 --for listmonk --to beta-1.csv --dry-run',
        'signups invite --wave beta-1 --first 200 --for listmonk --to beta-1.csv',
      ),
    )
    .action((options: Options) => (options.dryRun ? rehearse : invite)(session, options));

const people = (number: number): string => (number === 1 ? '1 person' : `${number} people`);

async function rehearse(session: Session, { wave: name, first, ...options }: Options) {
  const data = await withSignups(session, async (signups) => {
    requireFinished(signups, ({ wave }) => wave !== name);
    const unfinished = signups.unfinishedInvitation();
    const invited = await countWave(signups, name);
    const wanted = unfinished ?? { first, filter: filterOf(options) };
    const marked = invited > 0 && !unfinished ? 0 : await countChosen(signups, wanted);
    return { wave: name, invited: invited + marked, marked, file: null };
  });
  const text =
    data.marked > 0
      ? `Would invite ${people(data.marked)} as ${name}. Nothing was changed.`
      : data.invited > 0
        ? `${name} has ${people(data.invited)} already. The command would write them to the file again.`
        : 'There is nobody to invite.';
  present(session, { data, ok: data.invited > 0, render: doneOrWarning(data.invited > 0, text) });
}

/**
 * Marks the people of a wave, and then writes the wave to the file. When a run was killed, or its disk was full, the same
 * command marks the rest of the same people, and writes them all.
 */
async function invite(session: Session, { wave: name, first, for: tool, to, ...options }: Options) {
  if (!tool || !to) throw new WrongUsage('say by --for and --to what to write, or --dry-run');
  const data = await withSignups(session, async (signups) => {
    const earlier = signups.unfinishedInvitation();
    const invitedAt = new Date().toISOString();
    const marked = await signups.invite({
      wave: name,
      first,
      filter: filterOf(options),
      invitedAt,
    });
    if (earlier && earlier.wave !== name) {
      const text = `An earlier command was killed while it invited ${earlier.wave}. The people of ${earlier.wave} are marked now. Write them with \`signups export --wave ${earlier.wave} --for TOOL\`.`;
      warn(session.terminal, text);
    }
    const invited = await countWave(signups, name);
    if (invited > 0) await writeWave(signups, name, tool, to, session.terminal);
    return { wave: name, invited, marked, file: invited > 0 ? to : null };
  });
  const { invited, marked } = data;
  const text =
    marked > 0
      ? `Invited ${people(invited)} as ${name}: ${to}`
      : invited > 0
        ? `${name} has ${people(invited)} already, and nobody was added. Wrote them again: ${to}`
        : 'There is nobody to invite.';
  present(session, { data, ok: invited > 0, render: doneOrWarning(invited > 0, text) });
}

/** Writes a wave beside the file, and gives it the file’s name when it is complete and on the disk. */
async function writeWave(
  signups: Database,
  name: string,
  tool: MailingToolName,
  file: string,
  terminal: Terminal,
) {
  const part = `${file}.part`;
  try {
    const lines = mailingFile(tool, exportSignups(signups, { wave: name }), terminal);
    await pipeline(lines, createWriteStream(part, { mode: 0o600 }));
    syncToDisk(part);
    renameSync(part, file);
    syncToDisk(dirname(file));
  } catch (error) {
    if (Object(error).syscall === undefined) throw error;
    throw fileFailure(
      error,
      file,
      'Name a file where this user may write, and run the same command again: the people are chosen already, and stay the same.',
    );
  }
}

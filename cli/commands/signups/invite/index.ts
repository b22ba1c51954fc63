import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import {
  countChosen,
  countWave,
  invite,
  readUnfinished,
} from '../../../../server/stores/maintenance/invite.ts';
import { exportSignups } from '../../../../server/stores/maintenance/read.ts';
import { syncToDisk } from '../../../../server/stores/sqlite/durable-files.ts';
import { path, wholeNumber } from '../../../arguments.ts';
import { requireStoreSettings } from '../../../environment.ts';
import { Failure, fileFailure, WrongUsage } from '../../../failure.ts';
import { present } from '../../../output/present.ts';
import { doneOrWarning, examples, people, warn } from '../../../output/text.ts';
import type { Session } from '../../../session.ts';
import { toolOption } from '../export/index.ts';
import { mailingFile } from '../export/mailing-file.ts';
import type { MailingRecord, MailingToolName } from '../export/mailing-tools.ts';
import { filterOf, wave, withFilters } from '../filter-options.ts';
import { requireFinished } from '../unfinished-wave.ts';
import { withSignups } from '../with-database.ts';
import { inviteCode } from './invite-code.ts';

interface Options {
  wave: string;
  first: number;
  for?: MailingToolName;
  to?: string;
  /** Days for which a code is valid. */
  codes?: number;
  dryRun?: true;
}

/** Days for which a code is valid when the operator names no number. */
const codeDays = '30';

export const inviteCommand = (session: Session): Command =>
  withFilters(
    new Command('invite')
      .description('Choose the first people who have no wave, mark them, and write them to a file')
      .requiredOption('--wave <name>', 'the name of the wave', wave)
      .requiredOption('--first <people>', 'choose at most so many, oldest first', wholeNumber)
      .addOption(toolOption())
      .option('--to <file>', 'write the people of the wave into this file', path)
      .addOption(
        new Option('--codes [days]', 'add a signed code for each person, valid for so many days')
          .argParser(wholeNumber)
          .preset(codeDays),
      )
      .option('--dry-run', 'say what would be done, and do nothing'),
    ['wave', 'invited', 'not-invited'],
  )
    .addHelpText(
      'after',
      examples(
        'signups invite --wave beta-1 --first 200 --for listmonk --to beta-1.csv --dry-run',
        'signups invite --wave beta-1 --first 200 --for listmonk --to beta-1.csv --codes 14',
      ),
    )
    .action((options: Options) => (options.dryRun ? rehearse : inviteWave)(session, options));

async function rehearse(session: Session, { wave: name, first, ...options }: Options) {
  const data = await withSignups(session, async (signups) => {
    await requireFinished(signups, ({ wave }) => wave !== name);
    const unfinished = await readUnfinished(signups);
    const invited = await countWave(signups, name);
    const wanted = unfinished ?? { first, filter: filterOf({ ...options }) };
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
 * command marks the rest of the same people, and writes them all, with the same codes.
 */
async function inviteWave(session: Session, options: Options) {
  const { wave: name, first, for: tool, to, codes } = options;
  if (!tool || !to) throw new WrongUsage('say by --for and --to what to write, or --dry-run');
  const code = codes === undefined ? null : { secret: secretOf(session), days: codes };
  const data = await withSignups(session, async (signups) => {
    const earlier = await readUnfinished(signups);
    const marked = await invite(signups, {
      wave: name,
      first,
      filter: filterOf({ ...options, wave: undefined }),
      invitedAt: new Date().toISOString(),
    });
    if (earlier && earlier.wave !== name) {
      const text = `An earlier command was killed while it invited ${earlier.wave}. The people of ${earlier.wave} are marked now. Write them with \`signups export --wave ${earlier.wave} --for TOOL\`.`;
      warn(session.terminal, text);
    }
    const invited = await countWave(signups, name);
    if (invited > 0) {
      const chosen = exportSignups(signups, { equal: { wave: name }, mailable: true });
      const records = code ? withCodes(chosen, code.secret, code.days) : chosen;
      const lines = mailingFile(tool, records, session.terminal, code !== null);
      await writeWave(lines, to);
    }
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

function secretOf(session: Session): string {
  const { INVITE_CODE_SECRET } = requireStoreSettings(session);
  if (INVITE_CODE_SECRET !== undefined) return INVITE_CODE_SECRET;
  throw new Failure(
    'no_code_secret',
    '--codes needs a secret that the product knows, too',
    'Set INVITE_CODE_SECRET here and in the product: `openssl rand -hex 32`.',
  );
}

/** Adds a code to each person, valid for so many days from the invitation. */
async function* withCodes(
  records: AsyncIterable<MailingRecord>,
  secret: string,
  days: number,
): AsyncGenerator<MailingRecord> {
  for await (const record of records) {
    yield { ...record, code: inviteCode(secret, record, days) };
  }
}

/** Writes a wave beside the file, and gives it the file’s name when it is complete and on the disk. */
async function writeWave(lines: AsyncIterable<string>, file: string) {
  const part = `${file}.part`;
  try {
    // A new file belongs to this user alone. An existing one may be a link, or a file that another user can read.
    rmSync(part, { force: true });
    await pipeline(lines, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
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

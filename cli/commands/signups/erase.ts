import { Command } from 'commander';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import { erasePeople } from '../../../server/stores/maintenance/erase.ts';
import { type FoundFile, findAddress } from '../../../server/stores/maintenance/search.ts';
import { requireEmail } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { confirm } from '../../output/confirm.ts';
import { present } from '../../output/present.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, marked } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import {
  erasingOf,
  hasOutboxFile,
  requireDatabaseSettings,
  withFile,
  withSignups,
} from './with-database.ts';

export const eraseCommand = (session: Session): Command =>
  new Command('erase')
    .description('Erase a person, the outbox included; what stays is a hash and the date')
    .argument('<address>', 'the person’s e-mail address')
    .option('--yes', 'do it without asking')
    .addHelpText('after', examples('signups erase ada@example.com --yes'))
    .action(async (address: string, { yes }: { yes?: true }) => {
      const email = requireEmail(address);
      const { DATA_DIR, BACKUP_DIR } = requireDatabaseSettings(session);
      if (!yes) {
        const withoutTerminal = `this erases ${email} for good; say --yes to do it`;
        await confirm(session, `Erase ${email} for good?`, 'nothing was erased', withoutTerminal);
      }
      const erased = await erase(session, email);
      const files = await findAddress(DATA_DIR, BACKUP_DIR, email);
      const render = (_data: unknown, terminal: Terminal) =>
        [
          marked(terminal, 'good', resultText(email, erased, files)),
          ...files.map((file) => marked(terminal, 'problem', fileText(file))),
          ...(files.length > 0 ? [remedy] : []),
        ].join('\n');
      const data = { erased, ...(files.length > 0 && { files }) };
      present(session, { data, ok: files.length === 0, render });
    });

const remedy =
  '  Make a new backup, remove these files when you no longer need them, and run this again as a user who may read all of them.';

function resultText(email: string, erased: number, files: readonly FoundFile[]): string {
  if (erased > 0) return `Erased ${email}. Copies that lie elsewhere still hold it.`;
  return files.length > 0 ? `The list has nothing of ${email}.` : `Nothing is left of ${email}.`;
}

const fileText = ({ file, isCertain }: FoundFile): string =>
  isCertain
    ? `${file} holds the address.`
    : `${file} cannot be searched, and may hold the address.`;

async function erase(session: Session, email: string): Promise<number> {
  const erasing = erasingOf(session);
  const eraseFrom = async (database: Database) => {
    const rows = await erasePeople(database, [email], erasing);
    // Also without a row, because a run before may have been killed before its sweep.
    await database.sweep();
    return rows;
  };
  // The database refuses a sign-up that the server sends from its outbox meanwhile, because it is older than the erasure.
  const queued = hasOutboxFile(requireStoreSettings(session))
    ? await withFile(session, eraseFrom)
    : 0;
  return queued + (await withSignups(session, eraseFrom));
}

import { accessSync, constants } from 'node:fs';
import { Command } from 'commander';
import { restoreBackup } from '../../../server/stores/maintenance/restore.ts';
import { path } from '../../arguments.ts';
import { requireSettings } from '../../environment.ts';
import { fileFailure } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { plural, told } from '../../output/text.ts';
import { present, type Session } from '../../session.ts';
import { requireSqlite } from './backup.ts';

export const restoreCommand = (session: Session): Command =>
  new Command('restore')
    .description('Put a backup in the place of the sign-ups, and keep what was there')
    .argument('<file>', 'a file that `signups backup` wrote', path)
    .addHelpText('after', examples('signups restore before-upgrade.db'))
    .action((file: string) => {
      const settings = requireSettings(session);
      requireSqlite(settings);
      const data = restore(file, settings.DATA_DIR);
      const kept = data.kept
        ? ` What was there is kept as ${data.kept}. Remove it when you are sure.`
        : '';
      const text = `${data.file}: ${plural(data.signups, 'sign-up')}.${kept}`;
      present(session, { data, ok: true, render: told(true, text) });
    });

function restore(file: string, directory: string) {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw fileFailure(error, file, 'Name a file that `signups backup` wrote.');
  }
  try {
    return restoreBackup(file, directory);
  } catch (error) {
    throw fileFailure(error, directory, 'Name a folder of data where this user may write.');
  }
}

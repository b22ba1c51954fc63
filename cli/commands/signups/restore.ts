import { Command } from 'commander';
import { restoreBackup } from '../../../server/stores/records/restore.ts';
import { requireSettings } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { examples } from '../../output/examples.ts';
import { marked } from '../../output/mark.ts';
import { plural } from '../../output/table.ts';
import { present, type Session } from '../../session.ts';
import { requireSqlite } from './backup.ts';

export const restoreCommand = (session: Session): Command =>
  new Command('restore')
    .description('Put a backup in the place of the sign-ups, and keep what was there')
    .argument('<file>', 'a file that `signups backup` wrote')
    .addHelpText('after', examples('signups restore before-upgrade.db'))
    .action(async (file: string) => {
      const settings = requireSettings(session);
      requireSqlite(settings);
      const data = restore(file, settings.DATA_DIR);
      present(session, {
        data,
        ok: true,
        render: ({ file, signups, kept }, { paint }) =>
          [
            marked(paint, 'good', `${file}: ${plural(signups, 'sign-up')}`),
            ...(kept ? [`  What was there is kept as ${kept}. Remove it when you are sure.`] : []),
          ].join('\n'),
      });
    });

function restore(file: string, directory: string) {
  try {
    return restoreBackup(file, directory);
  } catch (error) {
    throw new Failure('not_restored', error instanceof Error ? error.message : String(error));
  }
}

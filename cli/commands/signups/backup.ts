import { resolve } from 'node:path';
import { Command } from 'commander';
import { showProgress } from '../../progress.ts';
import { withOwner } from '../../records/with-owner.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';

interface Backup {
  file: string;
  bytes: number;
  /** Rows that were there when it began; it may hold later ones. */
  atLeast: number;
}

export const backupCommand = (session: Session): Command =>
  withJson(new Command('backup'))
    .description('write the embedded data to a file, while sign-ups go on')
    .argument('<file>', 'a .tar.gz that does not exist yet')
    .action(async (file: string, options: JsonOption) => {
      const progress = showProgress(session.terminal, 'backing up');
      const data = await withOwner((owner) =>
        owner.ask({ method: 'backup', file: resolve(file) }, { progress: progress.show }),
      ).finally(progress.clear);
      present(session, options, {
        data: data as Backup,
        ok: true,
        render: ({ file, bytes, atLeast }) =>
          `${file}: ${atLeast} ${atLeast === 1 ? 'sign-up' : 'sign-ups'}, ${Math.ceil(bytes / 1024)} KB`,
      });
    });

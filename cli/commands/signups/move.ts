import { Command, InvalidArgumentError } from 'commander';
import { showProgress } from '../../progress.ts';
import { withOwner } from '../../records/with-owner.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';

interface Options extends JsonOption {
  to: string;
}

/** Refused here so that a slip of the pen costs no start of a process. */
function databaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Use postgres://user:password@host:5432/database.');
  }
  return text;
}

export const moveCommand = (session: Session): Command =>
  withJson(new Command('move'))
    .description('copy every sign-up to PostgreSQL or Supabase’s database, counted and verified')
    .requiredOption('--to <url>', 'the database to copy to', databaseUrl)
    .action(async ({ to, ...options }: Options) => {
      const progress = showProgress(session.terminal, 'moving');
      const data = await withOwner((owner) =>
        owner.ask({ method: 'move', to }, { progress: progress.show }),
      ).finally(progress.clear);
      present(session, options, {
        data: data as Record<string, unknown>,
        ok: true,
        render: (moved) =>
          Object.entries(moved)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n'),
      });
    });

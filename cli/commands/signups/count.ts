import { Command } from 'commander';
import type { SignupCounts } from '../../../shared/records.ts';
import type { Owner } from '../../records/owner.ts';
import { withOwner } from '../../records/with-owner.ts';
import { renderCounts } from '../../render/counts.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';

export const countCommand = (session: Session): Command =>
  withJson(new Command('count'))
    .description('how many there are, by source, day and bot-check verdict')
    .action(async (options: JsonOption) => {
      const data = await withOwner(count);
      present(session, options, { data, ok: true, render: renderCounts });
    });

export const count = async (owner: Owner): Promise<SignupCounts> =>
  (await owner.ask({ method: 'count' })) as SignupCounts;

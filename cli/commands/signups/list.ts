import { Command } from 'commander';
import type { SignupRecord } from '../../../shared/records.ts';
import type { Owner } from '../../records/owner.ts';
import { withOwner } from '../../records/with-owner.ts';
import { renderList } from '../../render/list.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';

interface Options extends JsonOption {
  limit: number;
}

export const listCommand = (session: Session): Command =>
  withJson(new Command('list'))
    .description('the newest sign-ups')
    .option('--limit <rows>', 'at most so many', wholeNumber, 50)
    .action(async (options: Options) => {
      const data = await withOwner((owner) => list(owner, options.limit));
      present(session, options, { data, ok: true, render: renderList });
    });

/** The newest sign-ups first. */
export async function list(owner: Owner, limit: number): Promise<SignupRecord[]> {
  const rows: SignupRecord[] = [];
  await owner.ask({ method: 'list', limit }, { row: (row) => void rows.push(row) });
  return rows;
}

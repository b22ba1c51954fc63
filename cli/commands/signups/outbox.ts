import { Command } from 'commander';
import type { OutboxState } from '../../../shared/records.ts';
import { isEmail, normaliseEmail } from '../../../shared/signup/contract.ts';
import { WrongUsage } from '../../failure.ts';
import { type Owner, reachOutbox } from '../../records/owner.ts';
import { withOwner } from '../../records/with-owner.ts';
import { renderOutbox } from '../../render/outbox.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';

interface Options extends JsonOption {
  forget?: string;
}

export const outboxCommand = (session: Session): Command =>
  withJson(new Command('outbox'))
    .description('what is kept until Supabase takes it, since when, and what it refused')
    .option('--forget <address>', 'drop what is kept of a person, waiting or refused')
    .action(async (options: Options) => {
      if (options.forget !== undefined) return forgetKept(session, options, options.forget);
      const data = await withOwner(readOutbox, reachOutbox);
      present(session, options, { data, ok: data.refused === 0, render: renderOutbox });
    });

async function forgetKept(session: Session, options: Options, address: string): Promise<void> {
  const email = normaliseEmail(address);
  if (!isEmail(email)) throw new WrongUsage(`${address} is not an email address`);
  const data = await withOwner((owner) => forget(owner, email), reachOutbox);
  present(session, options, {
    data,
    ok: data.forgotten > 0,
    render: ({ forgotten }, { paint }) =>
      forgotten > 0
        ? paint('green', `Nothing of ${email} is kept any more.`)
        : paint('yellow', `Nothing of ${email} is kept.`),
  });
}

export const readOutbox = async (owner: Owner): Promise<OutboxState> =>
  (await owner.ask({ method: 'outbox' })) as OutboxState;

export const forget = async (owner: Owner, email: string): Promise<{ forgotten: number }> =>
  (await owner.ask({ method: 'forget', email })) as { forgotten: number };

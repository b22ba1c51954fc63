import { Command, Option } from 'commander';
import type { OutboxState } from '../../../shared/records.ts';
import { isEmail, normaliseEmail } from '../../../shared/signup/contract.ts';
import { WrongUsage } from '../../failure.ts';
import { type Owner, reachOutbox } from '../../records/owner.ts';
import { withOwner } from '../../records/with-owner.ts';
import { plural, renderOutbox } from '../../render/outbox.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';

interface Options extends JsonOption {
  forget?: string;
  /** True: everybody’s. */
  retry?: string | true;
}

export const outboxCommand = (session: Session): Command =>
  withJson(new Command('outbox'))
    .description('what is kept until Supabase takes it, since when, and what it refused')
    .option('--forget <address>', 'drop what is kept of a person, waiting or refused')
    .addOption(
      new Option(
        '--retry [address]',
        'send what was refused again, a person’s or everybody’s',
      ).conflicts('forget'),
    )
    .action(async (options: Options) => {
      if (options.forget !== undefined) return forgetKept(session, options, options.forget);
      if (options.retry !== undefined) return retryRefused(session, options, options.retry);
      const data = await withOwner(readOutbox, reachOutbox);
      present(session, options, { data, ok: data.refused === 0, render: renderOutbox });
    });

function requireEmail(address: string): string {
  const email = normaliseEmail(address);
  if (!isEmail(email)) throw new WrongUsage(`${address} is not an email address`);
  return email;
}

async function forgetKept(session: Session, options: Options, address: string): Promise<void> {
  const email = requireEmail(address);
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

async function retryRefused(
  session: Session,
  options: Options,
  address: string | true,
): Promise<void> {
  const email = address === true ? undefined : requireEmail(address);
  const { data, kind } = await withOwner(
    async (owner) => ({ data: await retry(owner, email), kind: owner.kind }),
    reachOutbox,
  );
  const when = kind === 'server' ? 'sent again now' : 'sent again when the server runs';
  present(session, options, {
    data,
    // That nothing is refused is good news, but not of an address that was named.
    ok: data.retried > 0 || email === undefined,
    render: ({ retried }, { paint }) =>
      retried > 0
        ? paint('green', `${plural(retried, 'refused sign-up')} to be ${when}.`)
        : paint('yellow', `Nothing${email === undefined ? '' : ` of ${email}`} was refused.`),
  });
}

export const readOutbox = async (owner: Owner): Promise<OutboxState> =>
  (await owner.ask({ method: 'outbox' })) as OutboxState;

export const forget = async (owner: Owner, email: string): Promise<{ forgotten: number }> =>
  (await owner.ask({ method: 'forget', email })) as { forgotten: number };

export const retry = async (
  owner: Owner,
  email: string | undefined,
): Promise<{ retried: number }> =>
  (await owner.ask({
    method: 'retry',
    ...(email === undefined ? {} : { email }),
  })) as { retried: number };

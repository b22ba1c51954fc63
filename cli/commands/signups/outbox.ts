import { Command, Option } from 'commander';
import {
  forgetKept,
  type OutboxState,
  readOutbox,
  retryRefused,
} from '../../../server/stores/records/outbox.ts';
import { requireSettings } from '../../environment.ts';
import { examples } from '../../output/examples.ts';
import { marked } from '../../output/mark.ts';
import { plural, table, wrap } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { present, type Session } from '../../session.ts';
import { requireEmail } from './address.ts';
import { withFile } from './with-database.ts';

interface Options {
  forget?: string;
  /** True: everybody’s. */
  retry?: string | true;
}

export const outboxCommand = (session: Session): Command =>
  new Command('outbox')
    .description('Show what waits until Supabase takes it, since when, and what it refused')
    .option('--forget <address>', 'drop what is kept of a person, waiting or refused')
    .addOption(
      new Option(
        '--retry [address]',
        'send again what was refused, a person’s or everybody’s',
      ).conflicts('forget'),
    )
    .addHelpText('after', examples('signups outbox', 'signups outbox --retry'))
    .action(async ({ forget: address, retry }: Options) => {
      if (address !== undefined) return forget(session, requireEmail(address));
      if (retry !== undefined) {
        return retryAgain(session, retry === true ? null : requireEmail(retry));
      }
      const data = await withFile(requireSettings(session), readOutbox);
      present(session, { data, ok: data.refused === 0, render: renderOutbox });
    });

async function forget(session: Session, email: string): Promise<void> {
  const forgotten = await withFile(requireSettings(session), async (file) =>
    forgetKept(file, email),
  );
  present(session, {
    data: { forgotten },
    ok: forgotten > 0,
    render: (_, { paint }) =>
      forgotten > 0
        ? marked(paint, 'good', `Nothing of ${email} is kept any more.`)
        : marked(paint, 'warning', `Nothing of ${email} is kept.`),
  });
}

async function retryAgain(session: Session, email: string | null): Promise<void> {
  const retried = await withFile(requireSettings(session), async (file) =>
    retryRefused(file, email),
  );
  present(session, {
    data: { retried },
    // That nothing is refused is good news, but not of an address that was named.
    ok: retried > 0 || email === null,
    render: (_, { paint }) =>
      retried > 0
        ? marked(
            paint,
            'good',
            `${plural(retried, 'refused sign-up')} will be sent again by the server.`,
          )
        : marked(paint, 'warning', `Nothing${email === null ? '' : ` of ${email}`} was refused.`),
  });
}

/** A time span to its largest two units: enough to see whether to worry. */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const columns = [{ name: 'EMAIL', shrinks: true }, { name: 'CODE' }, { name: 'REFUSED' }] as const;

/** What waits and since when, then a line for each that was refused. */
export function renderOutbox(state: OutboxState, terminal: Terminal): string {
  const { depth, oldest, oldestSeconds, refused, refusals } = state;
  const waiting =
    oldest === null
      ? 'Nothing waits to be sent.'
      : `${plural(depth, 'sign-up')} to be sent; the oldest has waited for ${span(oldestSeconds)}.`;
  if (refused === 0) return waiting;
  return [
    waiting,
    marked(terminal.paint, 'warning', `${plural(refused, 'sign-up')} refused, and kept aside:`),
    table(
      columns,
      refusals.map(({ email, code, refusedAt }) => [email, code, refusedAt]),
      terminal,
    ),
    wrap(
      'Once the cause is mended, --retry sends them again; --forget ADDRESS drops what nobody wants.',
      terminal.width,
    ),
  ].join('\n');
}

import { Command, Option } from 'commander';
import {
  eraseQueued,
  type OutboxState,
  readOutbox,
  retryRefused,
} from '../../../server/stores/maintenance/outbox.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import { requireEmail } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { doneOrWarning, examples, marked, moment, plural, wrap } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { hasOutboxFile, withFile } from './with-database.ts';

interface Options {
  erase?: string;
  /** True stands for all addresses. */
  retry?: string | true;
}

const retryOption = new Option(
  '--retry [address]',
  'send the refused sign-ups again: of one address, or all',
);

export const outboxCommand = (session: Session): Command =>
  new Command('outbox')
    .description('Show the sign-ups that wait for Supabase, and the sign-ups that Supabase refused')
    .option('--erase <address>', 'erase the waiting and the refused sign-ups of a person')
    .addOption(retryOption.conflicts('erase'))
    .addHelpText('after', examples('signups outbox', 'signups outbox --retry'))
    .action(async ({ erase: address, retry }: Options) => {
      requireOutbox(session);
      if (address !== undefined) return erase(session, requireEmail(address));
      if (retry !== undefined) {
        return retryAgain(session, retry === true ? null : requireEmail(retry));
      }
      const data = await withFile(session, readOutbox);
      present(session, { data, ok: data.refused === 0, render: renderOutbox });
    });

/** Throws a Failure when sign-ups are in another database than SQLite, and `DATA_DIR` has no file with an outbox. */
function requireOutbox(session: Session): void {
  const settings = requireStoreSettings(session);
  if (backendOf(settings) === 'sqlite' || hasOutboxFile(settings)) return;
  throw new Failure(
    'no_data',
    `there is no outbox in ${settings.DATA_DIR}`,
    'Only a site on Supabase with SIGNUP_OUTBOX=on has an outbox. Run this on the machine of its server, with its DATA_DIR.',
  );
}

async function erase(session: Session, email: string): Promise<void> {
  const erased = await withFile(session, (file) => eraseQueued(file, email));
  const text =
    erased > 0 ? `Erased ${email} from the outbox.` : `The outbox has no sign-up of ${email}.`;
  present(session, { data: { erased }, ok: true, render: doneOrWarning(true, text) });
}

async function retryAgain(session: Session, email: string | null): Promise<void> {
  const retried = await withFile(session, (file) => retryRefused(file, email));
  const text =
    retried > 0
      ? `${plural(retried, 'refused sign-up')} will be sent again by the server.`
      : `Nothing${email === null ? '' : ` of ${email}`} was refused.`;
  // No refused sign-up is good news, unless the operator named an address.
  const ok = retried > 0 || email === null;
  present(session, { data: { retried }, ok, render: doneOrWarning(retried > 0, text) });
}

const columns = [
  { name: 'EMAIL', shrinks: true },
  { name: 'CODE' },
  { name: 'REFUSED (UTC)' },
] as const;

/** Writes how many sign-ups wait and since when, then a line for each refused sign-up. */
export function renderOutbox(state: OutboxState, terminal: Terminal): string {
  const { depth, oldest, refused, refusals } = state;
  const waiting =
    oldest === null
      ? 'Nothing waits to be sent.'
      : `${plural(depth, 'sign-up')} to be sent; the oldest came ${moment(oldest)} UTC.`;
  if (refused === 0) return waiting;
  const rows = refusals.map(({ email, code, refusedAt }) => [email, code, moment(refusedAt)]);
  return [
    waiting,
    marked(terminal, 'warning', `${plural(refused, 'sign-up')} refused:`),
    table(columns, rows, terminal),
    wrap(
      'After you have mended the cause, --retry sends them again. --erase ADDRESS erases the sign-ups of a person.',
      terminal.width,
    ),
  ].join('\n');
}

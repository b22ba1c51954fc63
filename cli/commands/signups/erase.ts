import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { StoreSettings } from '../../../server/config.ts';
import { requireStoreSettings } from '../../environment.ts';
import { present } from '../../output/present.ts';
import { doneOrWarning, examples } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { requireEmail } from './address.ts';
import { confirm } from './confirm.ts';
import { hasOutboxFile, withFile, withSignups } from './with-database.ts';

export const eraseCommand = (session: Session): Command =>
  new Command('erase')
    .description('Remove a person, the outbox included; what stays is a salted hash and the date')
    .argument('<address>', 'the person’s e-mail address')
    .option('--yes', 'do it without asking')
    .addHelpText('after', examples('signups erase ada@example.com --yes'))
    .action(async (address: string, { yes }: { yes?: true }) => {
      const email = requireEmail(address);
      const settings = requireStoreSettings(session);
      if (!yes) {
        const unasked = `this removes ${email} for good; say --yes to do it`;
        await confirm(session, `Remove ${email} for good?`, 'nothing was removed', unasked);
      }
      const erased = await erase(session, settings, email);
      const ok = erased > 0;
      const text = ok
        ? `Erased ${email}. Backups from before still hold it.`
        : `There is no sign-up of ${email}.`;
      present(session, { data: { erased }, ok, render: doneOrWarning(ok, text) });
    });

/**
 * Erases from the outbox, which is in a file of this machine with every backend, and then from the database. In the other
 * order the server could send a waiting sign-up to the database after the erasure there. The server may also be sending the
 * sign-up at this moment, so the command erases from the database once more after `UPSTREAM_TIMEOUT_MS`.
 */
async function erase(session: Session, settings: StoreSettings, email: string): Promise<number> {
  const eraseStored = () => withSignups(session, (signups) => signups.erase(email));
  const queued = hasOutboxFile(settings) ? await withFile(session, (file) => file.erase(email)) : 0;
  const stored = await eraseStored();
  if (queued === 0) return stored;
  session.terminal.progress('waiting until the server no longer sends the sign-up');
  await setTimeout(settings.UPSTREAM_TIMEOUT_MS);
  session.terminal.progress('');
  return queued + stored + (await eraseStored());
}

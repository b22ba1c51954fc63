import { Command } from 'commander';
import { requireStoreSettings } from '../../environment.ts';
import { present } from '../../output/present.ts';
import { doneOrWarning, examples } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { requireEmail } from './address.ts';
import { confirm } from './confirm.ts';
import { eraseOutboxFirst } from './outbox-first.ts';
import { withSignups } from './with-database.ts';

export const eraseCommand = (session: Session): Command =>
  new Command('erase')
    .description('Remove a person, the outbox included; what stays is a salted hash and the date')
    .argument('<address>', 'the person’s e-mail address')
    .option('--yes', 'do it without asking')
    .addHelpText('after', examples('signups erase ada@example.com --yes'))
    .action(async (address: string, { yes }: { yes?: true }) => {
      const email = requireEmail(address);
      requireStoreSettings(session);
      if (!yes) {
        const unasked = `this removes ${email} for good; say --yes to do it`;
        await confirm(session, `Remove ${email} for good?`, 'nothing was removed', unasked);
      }
      const erased = await erase(session, email);
      const ok = erased > 0;
      const text = ok
        ? `Erased ${email}. Backups from before still hold it.`
        : `There is no sign-up of ${email}.`;
      present(session, { data: { erased }, ok, render: doneOrWarning(ok, text) });
    });

async function erase(session: Session, email: string): Promise<number> {
  const eraseStored = () => withSignups(session, (signups) => signups.erase(email));
  const { queued, stored, sent } = await eraseOutboxFirst(session, {
    fromOutbox: (file) => file.erase(email),
    fromDatabase: eraseStored,
    sentMeanwhile: eraseStored,
  });
  return queued + stored + sent;
}

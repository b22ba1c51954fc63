import { Command } from 'commander';
import { isEmail, normaliseEmail } from '../../../shared/signup/contract.ts';
import { WrongUsage } from '../../failure.ts';
import type { Owner } from '../../records/owner.ts';
import { withOwner } from '../../records/with-owner.ts';
import { type JsonOption, present, type Session, withJson } from '../../session.ts';

interface Options extends JsonOption {
  yes?: true;
}

export const eraseCommand = (session: Session): Command =>
  withJson(new Command('erase'))
    .description('remove a person’s sign-up; what stays is a salted hash and the date')
    .argument('<address>')
    .option('--yes', 'really do it')
    .action(async (address: string, options: Options) => {
      const email = normaliseEmail(address);
      if (!isEmail(email)) throw new WrongUsage(`${address} is not an email address`);
      if (!options.yes) throw new WrongUsage(`this removes ${email} for good; say --yes to do it`);
      const data = await withOwner((owner) => erase(owner, email));
      present(session, options, {
        data,
        ok: data.erased > 0,
        render: ({ erased }, { paint }) =>
          erased > 0
            ? paint('green', `Erased ${email}.`)
            : paint('yellow', `There is no sign-up of ${email}.`),
      });
    });

export const erase = async (owner: Owner, email: string): Promise<{ erased: number }> =>
  (await owner.ask({ method: 'erase', email })) as { erased: number };

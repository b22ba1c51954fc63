import { Command, Option } from 'commander';
import {
  type StopReason,
  stopPeople,
  stopReasons,
} from '../../../server/stores/maintenance/stop.ts';
import { path } from '../../arguments.ts';
import { present } from '../../output/present.ts';
import { doneOrWarning, examples, people, plural } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { readAddresses } from './import/read-people.ts';
import { withSignups } from './with-database.ts';

interface Options {
  from: string;
  because: StopReason;
}

export const stopCommand = (session: Session): Command =>
  new Command('stop')
    .description('Read a mailing tool’s list of people to whom you may not write any more')
    .requiredOption('--from <file>', 'a CSV or JSON file with a column of addresses', path)
    .addOption(
      new Option('--because <reason>', 'why; a new sign-up ends “unsubscribed” only')
        .choices(stopReasons)
        .makeOptionMandatory(),
    )
    .addHelpText('after', examples('signups stop --from bounces.csv --because bounce'))
    .action(async ({ from, because }: Options) => {
      const { progress } = session.terminal;
      const refused: number[] = [];
      const show = (done: number) => progress(`stopping: ${done}`);
      const data = await withSignups(session, async (signups) => ({
        ...(await stopPeople(signups, readAddresses(from, refused), because, show)),
        refusedLines: refused,
      }));
      const { addresses, onList, mails } = data;
      const text = [
        `${people(addresses)} read: nobody writes to them any more (${because}).`,
        `On the list: ${onList}.`,
        ...(mails > 0 ? [`${plural(mails, 'waiting mail')} removed.`] : []),
        ...(refused.length > 0 ? [`No address in line ${refused.slice(0, 20).join(', ')}.`] : []),
      ].join(' ');
      present(session, { data, ok: true, render: doneOrWarning(addresses > 0, text) });
    });

import { Resolver } from 'node:dns/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../../arguments.ts';
import { WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { type Crowd, judgeCrowd } from './crowd.ts';
import { allSettings, renderExample } from './example.ts';
import { renderCheck } from './render.ts';
import type { CheckReport, Finding } from './report.ts';
import { judgeSettings } from './settings/index.ts';

interface Options {
  example?: true;
  live?: true;
  all?: true;
  dnsServer?: string;
  /** Sign-ups in a day. */
  for?: number;
  mailLimit?: number;
}

/** Parses the address of a DNS server: an IP address, with a port if it is not 53. */
function dnsServer(text: string): string {
  try {
    new Resolver().setServers([text]);
    return text;
  } catch {
    throw new InvalidArgumentError('Use an IP address, e.g. 9.9.9.9 or [2620:fe::fe]:53.');
  }
}

export const checkCommand = (session: Session): Command =>
  new Command('check')
    .description('Check every setting: what is wrong, where it came from and how to mend it')
    .option('--all', 'list what is in order, too')
    .option('--live', 'also try what they name: server, backend, bot check, mail, disk, a sign-up')
    .option('--dns-server <address>', 'with --live, ask this DNS server, e.g. 9.9.9.9', dnsServer)
    .option(
      '--for <people>',
      'say what the settings do on a day with so many sign-ups',
      wholeNumber,
    )
    .option(
      '--mail-limit <mails>',
      'with --for, what the SMTP account allows in a day',
      wholeNumber,
    )
    .addOption(
      new Option(
        '--example',
        'print every setting with its purpose and default, as a .env file',
      ).conflicts(['all', 'live', 'for']),
    )
    .addHelpText('after', examples('check', 'check --live', 'check --for 10000'))
    .action(async ({ example, live, all, dnsServer, for: people, mailLimit }: Options) => {
      if (example) {
        return present(session, { data: allSettings(), ok: true, render: renderExample });
      }
      if (dnsServer !== undefined && !live) {
        throw new WrongUsage('--dns-server belongs to --live: add --live, or leave it out');
      }
      if (mailLimit !== undefined && people === undefined) {
        throw new WrongUsage('--mail-limit belongs to --for: add --for, or leave it out');
      }
      const crowd = people === undefined ? null : { people, ...(mailLimit && { mailLimit }) };
      const data = await check(session, live ?? false, crowd, dnsServer);
      present(session, { data, ok: data.ok, render: renderCheck(all ?? false) });
    });

/** The finding of `--live` with settings that no server starts with. */
const nothingTried: Finding = {
  name: '--live',
  value: '',
  warning: 'tried nothing, because a setting is wrong',
  remedy: 'Mend the settings, and run check --live again.',
};

type Judged = Awaited<ReturnType<typeof judgeSettings>>;

/** Tries what the settings name. Tries nothing when a setting is wrong. */
async function tryAll({ read, hasDataFolder }: Judged, dnsServer?: string): Promise<Finding[]> {
  if (!read.ok) return [nothingTried];
  const { live } = await import('./live/index.ts');
  return live(read.settings, { dnsServer, hasDataFolder });
}

/** Judges the settings, and tries what they name if asked. */
async function check(
  { environment }: Session,
  isLive: boolean,
  crowd: Crowd | null,
  dnsServer?: string,
): Promise<CheckReport> {
  const judged = await judgeSettings(environment);
  const live = isLive ? await tryAll(judged, dnsServer) : null;
  const { read, hasDataFolder: _, ...report } = judged;
  const { dataDir, settings } = report;
  return {
    ok: ![...settings, ...(live ?? [])].some(({ problem }) => problem),
    ...report,
    ...(live && { live }),
    ...(crowd && read.ok && { crowd: await judgeCrowd(read.settings, dataDir, crowd) }),
  };
}

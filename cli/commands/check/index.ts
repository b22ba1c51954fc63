import { Resolver } from 'node:dns/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { absoluteFolder, readConfig, readMailAuthority } from '../../../server/config.ts';
import { readAddress } from '../../../server/stores/postgres/address.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import type { SettingReport } from '../../../shared/settings/read.ts';
import type { SettingName, Settings } from '../../../shared/settings/schema.ts';
import { wholeNumber } from '../../arguments.ts';
import { messageOf, WrongUsage } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import { causes } from '../../remote/unreachable.ts';
import type { Session } from '../../session.ts';
import { countedExamples } from './counted-address.ts';
import { type Crowd, judgeCrowd } from './crowd.ts';
import { judgeBackupFolder, judgeDataFolder } from './data-folder.ts';
import { fileNotes } from './env-file.ts';
import { allSettings, renderExample } from './example.ts';
import { judgeHost } from './host.ts';
import { judgeKeepUntil } from './keep-until.ts';
import { placeholderNotes, privacyNotes } from './placeholders.ts';
import { renderCheck } from './render.ts';
import type { CheckReport, Finding, Verdict } from './report.ts';

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

/** Reads the certificates that a database address names. Connects to nothing. */
async function judgeCertificates(url: string): Promise<Verdict> {
  try {
    await readAddress(url);
    return {};
  } catch (error) {
    return { problem: messageOf(error), remedy: causes.database };
  }
}

/** Reads the certificate that `MAIL_CA_FILE` names. */
function judgeMailAuthority(settings: Pick<Settings, 'MAIL_CA_FILE'>): Verdict {
  try {
    readMailAuthority(settings);
    return {};
  } catch (error) {
    return {
      problem: messageOf(error),
      remedy: 'Name a file with a certificate as PEM that the server may read.',
    };
  }
}

/** The verdict on `--live` with settings that no server starts with. */
const nothingTried: Verdict = {
  warning: 'tried nothing, because a setting is wrong',
  remedy: 'Mend the settings, and run check --live again.',
};

/** The reports of all settings by name. */
type Lines = Record<SettingName, SettingReport>;

/** Judges the settings as the server does, and also what would stop a start: the host, the folder, the certificates. */
async function check(
  { environment }: Session,
  isLive: boolean,
  crowd: Crowd | null,
  dnsServer?: string,
): Promise<CheckReport> {
  const read = readConfig(environment);
  const lines = Object.fromEntries(read.report.map((line) => [line.name, line])) as Lines;
  const { BACKUP_DIR, HOST, SIGNUP_KEEP_UNTIL, SIGNUP_OUTBOX, SUPABASE_URL, DATABASE_URL } = lines;
  const backend = backendOf({ SUPABASE_URL: SUPABASE_URL.value, DATABASE_URL: DATABASE_URL.value });
  const hasOutbox = backend === 'supabase' && SIGNUP_OUTBOX.value === 'on';
  const dataDir =
    backend === 'sqlite' || hasOutbox ? absoluteFolder(lines.DATA_DIR.value) : undefined;
  const folder = dataDir === undefined ? undefined : judgeDataFolder(dataDir);
  const url = read.ok && read.settings.DATABASE_URL;
  const tried: Partial<Record<SettingName, Verdict>> = {
    HOST: await judgeHost(HOST.value),
    SIGNUP_KEEP_UNTIL: judgeKeepUntil(SIGNUP_KEEP_UNTIL.value || undefined),
    ...(folder && { DATA_DIR: folder }),
    ...(BACKUP_DIR.value && { BACKUP_DIR: judgeBackupFolder(absoluteFolder(BACKUP_DIR.value)) }),
    ...(url && { DATABASE_URL: await judgeCertificates(url) }),
    ...(read.ok && { MAIL_CA_FILE: judgeMailAuthority(read.settings) }),
  };
  // A problem that the rules found takes the place of a problem that a trial found.
  const settings: Finding[] = read.report.map((line) =>
    line.problem ? line : { ...line, ...tried[line.name] },
  );
  const live =
    isLive && read.ok
      ? await (await import('./live.ts')).live(read.settings, {
          // The room on a disk does not matter when nothing can be written there.
          dnsServer,
          hasDataFolder: folder !== undefined && !folder.problem,
        })
      : [{ name: '--live', value: '', ...nothingTried }];
  const { TRUST_PROXY, INDEXING } = lines;
  return {
    ok: ![...settings, ...live].some(({ problem }) => problem),
    backend,
    ...(dataDir && { dataDir }),
    settings,
    notes: [...fileNotes(environment), ...placeholderNotes(), ...privacyNotes(INDEXING.value)],
    visitor: TRUST_PROXY.problem ? [] : countedExamples(TRUST_PROXY.value || undefined),
    ...(isLive && { live }),
    ...(crowd && read.ok && { crowd: await judgeCrowd(read.settings, dataDir, crowd) }),
  };
}

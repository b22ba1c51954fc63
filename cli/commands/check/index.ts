import { Resolver } from 'node:dns/promises';
import { Command, InvalidArgumentError } from 'commander';
import { dataDirOf, readConfig } from '../../../server/config.ts';
import { connect } from '../../../server/stores/postgres/connection.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import type { SettingName } from '../../../shared/settings/schema.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import { causes } from '../../remote/unreachable.ts';
import type { Session } from '../../session.ts';
import { countedExamples } from './counted-address.ts';
import { judgeDataFolder } from './data-folder.ts';
import { fileNotes } from './env-file.ts';
import { judgeHost } from './host.ts';
import { judgeKeepUntil } from './keep-until.ts';
import { placeholderNotes, privacyNotes } from './placeholders.ts';
import { renderCheck } from './render.ts';
import type { CheckReport, Finding, Verdict } from './report.ts';

interface Options {
  live?: true;
  all?: true;
  dnsServer?: string;
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
    .description('Judge every setting: what is wrong, where it came from and how to mend it')
    .option('--all', 'list what is in order, too')
    .option('--live', 'also try what they name: server, backend, bot check, mail, disk, a sign-up')
    .option('--dns-server <address>', 'with --live, ask this DNS server, e.g. 9.9.9.9', dnsServer)
    .addHelpText('after', examples('check', 'check --live', 'check --env-file /etc/deckwright.env'))
    .action(async ({ live, all, dnsServer }: Options) => {
      const data = await check(session, live ?? false, dnsServer);
      present(session, { data, ok: data.ok, render: renderCheck(all ?? false) });
    });

/** Reads the certificates that a database address names. Connects to nothing. */
const judgeCertificates = (url: string): Promise<Verdict> =>
  connect(url, {}).then(
    (sql) => sql.end().then(() => ({})),
    ({ message }: Error) => ({ problem: message, remedy: causes.database }),
  );

/** Judges the settings as the server does, and also what would stop a start: the host, the folder, the certificates. */
async function check(
  { environment }: Session,
  isLive: boolean,
  dnsServer?: string,
): Promise<CheckReport> {
  const read = readConfig(environment);
  const given = (name: SettingName) =>
    read.report.find((line) => line.name === name)?.value || undefined;
  const urls = { SUPABASE_URL: given('SUPABASE_URL'), DATABASE_URL: given('DATABASE_URL') };
  const backend = backendOf(urls);
  const hasOutbox = backend === 'supabase' && given('SIGNUP_OUTBOX') === 'on';
  const dataDir =
    backend === 'sqlite' || hasOutbox ? dataDirOf(given('DATA_DIR') ?? '') : undefined;
  const url = read.ok && read.settings.DATABASE_URL;
  const tried: Partial<Record<SettingName, Verdict>> = {
    HOST: await judgeHost(given('HOST') ?? ''),
    SIGNUP_KEEP_UNTIL: judgeKeepUntil(given('SIGNUP_KEEP_UNTIL')),
    ...(dataDir !== undefined && { DATA_DIR: judgeDataFolder(dataDir) }),
    ...(url && { DATABASE_URL: await judgeCertificates(url) }),
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
          hasDataFolder: dataDir !== undefined && !tried.DATA_DIR?.problem,
        })
      : [];
  const trustProxy = read.report.find(({ name }) => name === 'TRUST_PROXY');
  return {
    ok: ![...settings, ...live].some(({ problem }) => problem),
    backend,
    ...(dataDir && { dataDir }),
    settings,
    notes: [
      ...fileNotes(environment),
      ...placeholderNotes(),
      ...privacyNotes(given('INDEXING') === 'on' ? 'on' : 'off'),
    ],
    visitor: trustProxy?.problem ? [] : countedExamples(trustProxy?.value || undefined),
    ...(isLive && { live }),
  };
}

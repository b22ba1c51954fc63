import { Command } from 'commander';
import { dataDirOf, readConfig } from '../../../server/config.ts';
import { connect } from '../../../server/stores/postgres/connection.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import type { SettingReport } from '../../../shared/settings/read.ts';
import type { SettingName } from '../../../shared/settings/schema.ts';
import { examples } from '../../output/examples.ts';
import { causes } from '../../reach/causes.ts';
import { present, type Session } from '../../session.ts';
import { countedExamples } from './counted-address.ts';
import { judgeDataFolder } from './data-folder.ts';
import { fileNotes } from './env-file.ts';
import { judgeHost } from './host.ts';
import { placeholderNotes } from './placeholders.ts';
import { renderCheck } from './render.ts';
import type { CheckReport, Verdict } from './report.ts';

interface Options {
  live?: true;
  all?: true;
}

export const checkCommand = (session: Session): Command =>
  new Command('check')
    .description('Judge every setting: what is wrong, where it came from and how to mend it')
    .option('--all', 'list what is in order, too')
    .option('--live', 'also try what they name: server, backend, bot check, disk, a sign-up')
    .addHelpText('after', examples('check', 'check --live', 'check --env-file /etc/deckwright.env'))
    .action(async ({ live, all }: Options) => {
      const data = await check(session, live ?? false);
      present(session, { data, ok: data.ok, render: renderCheck(all ?? false) });
    });

/** What is found out by trying stands behind what the settings say themselves. */
const add = (line: SettingReport | undefined, verdict: Verdict): void => {
  if (line && !line.problem) Object.assign(line, verdict);
};

/** Reads the certificates that an address names; nothing is connected yet. */
const judgeCertificates = (url: string): Promise<Verdict> =>
  connect(url, {}).then(
    (sql) => sql.end().then(() => ({})),
    ({ message }: Error) => ({ problem: message, remedy: causes.database }),
  );

/** Judges the settings as the server would, and what a start would stumble over besides. */
async function check({ environment }: Session, live: boolean): Promise<CheckReport> {
  const read = readConfig(environment);
  const settings = read.report;
  const lineOf = (name: SettingName) => settings.find((line) => line.name === name);
  const given = (name: SettingName) => lineOf(name)?.value || undefined;
  const urls = { SUPABASE_URL: given('SUPABASE_URL'), DATABASE_URL: given('DATABASE_URL') };
  const backend = backendOf(urls);
  add(lineOf('HOST'), await judgeHost(given('HOST') ?? ''));
  const hasOutbox = backend === 'supabase' && given('SIGNUP_OUTBOX') === 'on';
  const dataDir =
    backend === 'sqlite' || hasOutbox ? dataDirOf(given('DATA_DIR') ?? '') : undefined;
  if (dataDir) add(lineOf('DATA_DIR'), judgeDataFolder(dataDir));
  const url = read.ok && read.settings.DATABASE_URL;
  if (url) add(lineOf('DATABASE_URL'), await judgeCertificates(url));
  const proxy = lineOf('TRUST_PROXY');
  const tried = live && read.ok ? await (await import('./live.ts')).live(read.settings) : [];
  // Room does not matter where nothing can be written.
  const found = tried.filter(({ name }) => name !== 'disk' || !lineOf('DATA_DIR')?.problem);
  return {
    ok: ![...settings, ...found].some((line) => line.problem),
    backend,
    ...(dataDir && { dataDir }),
    settings,
    notes: [...fileNotes(environment), ...placeholderNotes()],
    visitor: proxy?.problem ? [] : countedExamples(proxy?.value || undefined),
    ...(live ? { live: found } : {}),
  };
}

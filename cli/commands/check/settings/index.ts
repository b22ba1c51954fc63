import {
  absoluteFolder,
  readConfig,
  readMailAuthority,
  type Variables,
} from '../../../../server/config.ts';
import { readAddress } from '../../../../server/stores/postgres/address.ts';
import { backendOf } from '../../../../shared/settings/backend.ts';
import type { SettingReport } from '../../../../shared/settings/read.ts';
import type { SettingName, Settings } from '../../../../shared/settings/schema.ts';
import { messageOf } from '../../../failure.ts';
import { causes } from '../../../remote/unreachable.ts';
import type { Finding, Verdict } from '../report.ts';
import { judgeBackupFolder } from './backup-folder.ts';
import { countedExamples } from './counted-address.ts';
import { judgeDataFolder } from './data-folder.ts';
import { fileNotes } from './env-file.ts';
import { judgeHost } from './host.ts';
import { judgeKeepUntil } from './keep-until.ts';
import { placeholderNotes, privacyNotes } from './placeholders.ts';

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

/** The reports of all settings by name. */
type Lines = Record<SettingName, SettingReport>;

/** Judges the settings as the server does, and also what would stop a start: the host, the folders, the certificates. */
export async function judgeSettings(environment: Variables) {
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
  const { TRUST_PROXY, INDEXING } = lines;
  return {
    read,
    /** Whether this machine has a data folder that can be written. */
    hasDataFolder: folder !== undefined && !folder.problem,
    backend,
    ...(dataDir && { dataDir }),
    settings,
    notes: [...fileNotes(environment), ...placeholderNotes(), ...privacyNotes(INDEXING.value)],
    visitor: TRUST_PROXY.problem ? [] : countedExamples(TRUST_PROXY.value || undefined),
  };
}

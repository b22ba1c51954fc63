import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type PageConfig, pageConfigOf } from '../shared/page-config.ts';
import { type ReadSettings, readSettings } from '../shared/settings/read.ts';
import { type Settings, settings } from '../shared/settings/schema.ts';
import { textOf } from '../shared/text-encoding.ts';
import { type ClientIp, createClientIp } from './http/client-ip.ts';
import { noticeVersionOf } from './signup/notice.ts';
import { operatorsFolder } from './stores/installed-files.ts';

export type Variables = NodeJS.Dict<string>;

/** Returns the path of the file of settings: `ENV_FILE`, or `.env` beside package.json, in whatever folder the shell is. */
export const envFileOf = ({ ENV_FILE }: Variables): string =>
  ENV_FILE || join(operatorsFolder, '.env');

/** Returns the text of the file of settings; empty without `.env`. Throws with its path if the file cannot be read. */
export function readEnvFile(environment: Variables): string {
  const file = envFileOf(environment);
  if (!environment.ENV_FILE && !existsSync(file)) return '';
  try {
    return textOf(readFileSync(file));
  } catch (error) {
    // Docker makes a folder where the file of a volume is missing, and Node's error about a folder names no path.
    throw Object.assign(error as Error, { message: `${file}: ${(error as Error).message}` });
  }
}

/**
 * Reads the settings. Nothing else reads the environment. Does not throw on a bad value: the report names every problem.
 * A relative `DATA_DIR` or `BACKUP_DIR` lies in the project’s folder.
 */
export function readConfig(environment: Variables = process.env): ReadSettings {
  return withAbsoluteFolders(readSettings(sourcesOf(environment)));
}

/**
 * Reads only the settings that the commands about sign-ups need.
 * Never throws on a bad value.
 */
export const readStoreConfig = (environment: Variables): ReadSettings<StoreSettingName> =>
  withAbsoluteFolders(readSettings<StoreSettingName>(sourcesOf(environment), storeSettingNames));

const storeSettingNames = [
  'SUPABASE_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'BACKUP_DIR',
  'DIGEST_URL',
  'INVITE_CODE_SECRET',
  'MAIL_URL',
  'SIGNUP_EVENT_URL',
  'SIGNUP_UNCONFIRMED_DAYS',
] as const;
type StoreSettingName = (typeof storeSettingNames)[number];
export type StoreSettings = Pick<Settings, StoreSettingName>;

const sourcesOf = (environment: Variables) => ({
  environment,
  file: parseEnv(readEnvFile(environment)),
});

function withAbsoluteFolders<Read extends ReadSettings<'DATA_DIR' | 'BACKUP_DIR'>>(
  read: Read,
): Read {
  if (!read.ok) return read;
  const { DATA_DIR, BACKUP_DIR } = read.settings;
  const folders = {
    DATA_DIR: absoluteFolder(DATA_DIR),
    ...(BACKUP_DIR !== undefined && { BACKUP_DIR: absoluteFolder(BACKUP_DIR) }),
  };
  return { ...read, settings: { ...read.settings, ...folders } };
}

/** The names that compose.yaml reads from the same file. */
const ofCompose = ['VERSION', 'POSTGRES_PASSWORD', 'DECKWRIGHT_PASSWORD'];

/** Returns the names in a file of settings that are not settings. Most of them are misspelt. */
export const unknownNames = (text: string): string[] =>
  Object.keys(parseEnv(text)).filter((name) => !(name in settings) && !ofCompose.includes(name));

/** Returns the absolute path of a folder in the settings. */
export const absoluteFolder = (setting: string): string => resolve(operatorsFolder, setting);

/** Returns the settings of a process. Throws with every problem and its remedy, one on each line. */
export function requireSettings(environment: Variables = process.env): Settings {
  const read = readConfig(environment);
  if (read.ok) return read.settings;
  const lines = read.report
    .filter(({ problem }) => problem !== undefined)
    .map(({ name, problem, remedy }) => `  ${name}: ${problem}. ${remedy}`);
  throw new Error(['these settings are wrong:', ...lines].join('\n'));
}

/** Returns the certificate of `MAIL_CA_FILE`, as PEM; undefined while it is unset. Throws if it is none. */
export function readMailAuthority({ MAIL_CA_FILE: file }: Pick<Settings, 'MAIL_CA_FILE'>) {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(resolve(operatorsFolder, file), 'utf8');
  } catch (error) {
    throw new Error(`MAIL_CA_FILE cannot be read: ${(error as Error).message}`);
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new Error(`MAIL_CA_FILE holds no certificate as PEM: ${file}`);
}

/** Returns what the pages know of these settings. @param shareImages the hashes of the share images of the build. */
export const pageConfig = (
  settings: Settings,
  shareImages?: PageConfig['shareImages'],
): PageConfig => pageConfigOf(settings, { noticeVersion: noticeVersionOf(settings), shareImages });

/** Creates the function that returns the address under which a request is counted with these settings. */
export const configuredClientIp = ({ TRUST_PROXY }: Pick<Settings, 'TRUST_PROXY'>): ClientIp =>
  createClientIp(TRUST_PROXY);

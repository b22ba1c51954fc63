import { readConfig, readEnvFile, readStoreConfig, type StoreSettings } from '../server/config.ts';
import { backendOf, hasOutbox } from '../shared/settings/backend.ts';
import type { ReadSettings } from '../shared/settings/read.ts';
import type { SettingName, Settings } from '../shared/settings/schema.ts';
import { Failure, fileFailure, WrongUsage } from './failure.ts';
import type { Session } from './session.ts';

/** Returns every setting. Throws a Failure that names every problem. */
export const requireSettings = ({ environment }: Pick<Session, 'environment'>): Settings =>
  settingsOf(readConfig(environment));

/** Returns the settings that say where the sign-ups are. Throws a Failure that names every problem of these. */
export const requireStoreSettings = ({ environment }: Session): StoreSettings =>
  settingsOf(readStoreConfig(environment));

function settingsOf<Name extends SettingName>(read: ReadSettings<Name>): Pick<Settings, Name> {
  if (read.ok) return read.settings;
  const problems = read.report.flatMap(({ name, problem, remedy = '' }) =>
    problem ? [{ name, problem, remedy }] : [],
  );
  throw new Failure('bad_settings', 'these settings are wrong:', undefined, problems);
}

/** Throws a Failure if the operator named a file of settings that cannot be read. */
export function requireEnvFile({ environment }: Session): void {
  try {
    readEnvFile(environment);
  } catch (error) {
    const remedy = 'Name a file that this user may read by --env-file or ENV_FILE.';
    throw fileFailure(error, environment.ENV_FILE ?? '.env', remedy);
  }
}

/** Throws if the operator named a data folder although these settings store nothing in a data folder. */
export function requireFolder({ environment }: Session): void {
  const read = readConfig(environment);
  if (!read.ok || backendOf(read.settings) === 'sqlite' || hasOutbox(read.settings)) return;
  const set = read.settings.SUPABASE_URL ? 'SUPABASE_URL' : 'DATABASE_URL';
  throw new WrongUsage(
    `--data-dir names a folder of SQLite, and ${set} keeps sign-ups elsewhere: leave one of them out`,
  );
}

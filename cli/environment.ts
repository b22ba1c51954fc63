import { readConfig, readEnvFile } from '../server/config.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';

/** The settings, for a command that needs them right. Throws a Failure that names every problem. */
export function requireSettings({ environment }: Pick<Session, 'environment'>): Settings {
  const read = readConfig(environment);
  if (read.ok) return read.settings;
  const problems = read.report.flatMap(({ name, problem, remedy = '' }) =>
    problem ? [{ name, problem, remedy }] : [],
  );
  throw new Failure('bad_settings', 'these settings are wrong:', undefined, { problems });
}

/** Throws a Failure where a file of settings was named that cannot be read. */
export function requireEnvFile({ environment }: Session): void {
  try {
    readEnvFile(environment);
  } catch (error) {
    throw new Failure('env_file', error instanceof Error ? error.message : String(error));
  }
}

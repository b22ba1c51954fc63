import { parseEnv } from 'node:util';
import { readConfig, readEnvFile, type Variables } from '../server/config.ts';
import type { ReadSettings } from '../shared/settings/read.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { Failure } from './failure.ts';

/** What the environment and the file of settings say, unjudged. */
export const variables = (): { environment: Variables; file: Variables } => ({
  environment: process.env,
  file: parseEnv(readEnvFile(process.env)),
});

/** Every setting, read and judged as the server does. */
export const readEnvironment = (): ReadSettings => readConfig();

/** The settings, for a command that needs them right. Throws a Failure that names every problem. */
export function requireSettings(): Settings {
  const read = readEnvironment();
  if (read.ok) return read.settings;
  const problems = read.report.flatMap(({ name, problem, remedy }) =>
    problem ? [`${name} ${problem}. ${remedy}`] : [],
  );
  throw new Failure('bad_settings', `the settings are wrong:\n  ${problems.join('\n  ')}`);
}

/** The environment of a child process: ours, and what is set over it. */
export const environmentWith = (over: Variables): Variables => ({ ...process.env, ...over });

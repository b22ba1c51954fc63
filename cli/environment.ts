import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type ReadSettings, readSettings, type Settings } from '../shared/settings.ts';
import { Failure } from './failure.ts';

/** The only file of the terminal that reads the environment. */
export type Variables = NodeJS.Dict<string>;

function readFile(path: string): Variables {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** What the environment and the `.env` file in the working directory say, unjudged. */
export const variables = (): { environment: Variables; file: Variables } => ({
  environment: process.env,
  file: readFile('.env'),
});

/** Every setting, read and judged as the server does. */
export const readEnvironment = (): ReadSettings => readSettings(variables());

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

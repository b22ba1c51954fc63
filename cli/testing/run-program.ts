import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

/** Runs a program in a folder, as a shell would that has no settings. */
export function runProgram(
  program: string,
  words: string[],
  cwd: string,
  environment: object = {},
) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ENV_FILE: devNull, DATA_DIR: temporaryFolder(), ...environment };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** Returns the first setting of the JSON that `check` printed: PORT. */
export const portOf = (json: string) => JSON.parse(json).settings[0];

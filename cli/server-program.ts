import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../server/stores/installed-files.ts';
import { locations } from '../shared/build-output.ts';
import type { Session } from './session.ts';

/** The programs of the server: the file of the bundle, and the source. */
const programs = {
  server: { bundle: 'index.js', source: 'server/index.ts' },
  deliveries: { bundle: 'deliver.js', source: 'server/deliver-run.ts' },
};
type ProgramName = keyof typeof programs;

/** Returns the path of a program: the bundle if it was built, else the source. */
export function programPath(name: ProgramName): string {
  const { bundle, source } = programs[name];
  const built = fromRoot(`${locations.server}/${bundle}`);
  return existsSync(built) ? built : fromRoot(source);
}

/** Runs a program of the server in this process. The program handles the signals, and ends the process. */
export async function runProgram(
  name: ProgramName,
  { json, environment }: Pick<Session, 'json' | 'environment'>,
): Promise<void> {
  Object.assign(process.env, environment);
  // The programs log JSON when the output is no terminal.
  if (json) process.stdout.isTTY = false;
  await import(pathToFileURL(programPath(name)).href);
}

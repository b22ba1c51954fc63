import { join } from 'node:path';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { patientProcess, startProgram } from '../../shared/testing/start-process.ts';

/** The folder of the function in a checkout. */
const functionFolder = 'supabase/functions/secure-signup';
/** The program itself, because npm’s script around it passes no signal on. */
const deno = fromRoot('node_modules/deno/deno');

/** Deno uses the project’s packages, asks no registry, and has the rights of the edge runtime. */
const rights = '--no-prompt --allow-env --allow-net';
const options = `--node-modules-dir=manual --cached-only --no-lock ${rights}`.split(' ');

/**
 * Starts the function of a checkout under real Deno.
 * @returns its address.
 */
export function startEdgeFunction(
  environment: Record<string, string>,
  checkout = fromRoot('.'),
): Promise<string> {
  const folder = join(checkout, functionFolder);
  const words = ['--config', join(folder, 'deno.json'), '--preload', patientProcess];
  return startProgram([deno, 'run', ...options, ...words, join(folder, 'index.ts')], {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NO_COLOR: '1',
    DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
    ...environment,
  }).address();
}

import { fromRoot } from '../../server/stores/installed-files.ts';
import { startProgram } from '../../shared/testing/start-process.ts';

const folder = fromRoot('supabase/functions/secure-signup');
/** The program itself: the script that npm puts before it passes no signal on. */
const deno = fromRoot('node_modules/deno/deno');

/** Deno finds the project’s own packages and asks no registry, and has the rights that the edge runtime gives. */
const rights = '--no-prompt --allow-env --allow-net';
const options = `--node-modules-dir=manual --cached-only --no-lock ${rights}`.split(' ');

/** The project’s function under real Deno. @returns its address. */
export const startEdgeFunction = (environment: Record<string, string>): Promise<string> =>
  startProgram([deno, 'run', ...options, '--config', `${folder}/deno.json`, `${folder}/index.ts`], {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NO_COLOR: '1',
    DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
    ...environment,
  }).address();

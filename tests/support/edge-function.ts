import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fromRoot } from '../../server/project/files.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { addressIn } from './running-server.ts';

const folder = 'supabase/functions/secure-signup';
export const deno = createRequire(import.meta.url).resolve('deno/bin.cjs');

/** Deno finds the project’s own packages and asks no registry, and has the rights that the edge runtime gives. */
const options = [
  '--node-modules-dir=manual',
  '--cached-only',
  '--no-lock',
  '--no-prompt',
  '--allow-env',
  '--allow-net',
  '--config',
  `${folder}/deno.json`,
];

/** The project’s function under real Deno. @returns its address. */
export async function startEdgeFunction(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [deno, 'run', ...options, `${folder}/index.ts`], {
    cwd: fromRoot('.'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NO_COLOR: '1',
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  atEnd(() => {
    // The launcher and what it launched: they are one group.
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
    return ended;
  });
  return addressIn('The function', child.stderr, child.stderr);
}

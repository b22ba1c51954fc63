import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'supabase/functions/secure-signup';
const deno = createRequire(import.meta.url).resolve('deno/bin.cjs');

/** Deno finds the project’s own packages and asks no registry. */
const offline = ['--node-modules-dir=manual', '--cached-only', '--no-lock', '--no-prompt'];

/** The project’s function under real Deno, with the rights that the edge runtime gives it. */
export async function startEdgeFunction(environment: Record<string, string>) {
  const allowed = ['--allow-env', '--allow-net'];
  const child = spawn(
    process.execPath,
    [deno, 'run', ...offline, ...allowed, '--config', `${folder}/deno.json`, `${folder}/index.ts`],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NO_COLOR: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const ended = once(child, 'exit');
  /** The launcher and what it launched: they are one group. */
  const stop = async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (!url) continue;
    child.stderr.resume();
    child.stdout.resume();
    return { url, stop };
  }
  throw new Error(`The function did not start: ${said.join('\n')}`);
}

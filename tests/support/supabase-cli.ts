import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromRoot } from '../../server/project/files.ts';
import { createTemporaryFolder } from '../../server/testing/temporary-folder.ts';

const { resolve } = createRequire(import.meta.url);
const cli = join(resolve('supabase/package.json'), '../dist/supabase.js');

/** Runs Supabase’s own CLI in the project, with a home and an access token of its own. @returns all it said. */
export async function supabaseCli(words: readonly string[], apiUrl: string) {
  const home = createTemporaryFolder();
  const profile = join(home.path, 'profile.yaml');
  // A target that is only this machine: commands that ask the platform ask the address instead.
  const target = ['name: stand-in', `api_url: ${apiUrl}`, `dashboard_url: ${apiUrl}`];
  writeFileSync(profile, [...target, 'project_host: 127.0.0.1'].join('\n'));
  const given = [cli, ...words, '--yes', '--profile', profile];
  const ended: { code?: number; stdout: string; stderr: string } = await promisify(execFile)(
    process.execPath,
    given,
    {
      cwd: fromRoot('.'),
      env: {
        PATH: process.env.PATH,
        HOME: home.path,
        NO_PROXY: '127.0.0.1',
        SUPABASE_ACCESS_TOKEN: `sbp_${'0123456789abcdef'.repeat(3).slice(0, 40)}`,
        SUPABASE_TELEMETRY_DISABLED: '1',
      },
    },
  ).catch((failed) => failed);
  home.remove();
  return { code: ended.code ?? 0, said: ended.stdout + ended.stderr };
}

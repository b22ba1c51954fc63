import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = join(
  createRequire(import.meta.url).resolve('supabase/package.json'),
  '../dist/supabase.js',
);

/** A target that is only this machine: commands that ask the platform ask the address instead. */
const profile = (apiUrl: string): string =>
  [
    'name: stand-in',
    `api_url: ${apiUrl}`,
    `dashboard_url: ${apiUrl}`,
    'project_host: 127.0.0.1',
  ].join('\n');

/** Runs Supabase’s own CLI in the project, with a home and an access token of its own. @returns all it said. */
export async function supabaseCli(
  words: readonly string[],
  apiUrl: string,
): Promise<{ code: number | null; said: string }> {
  const home = mkdtempSync(join(tmpdir(), 'deckwright-supabase-'));
  const profileFile = join(home, 'profile.yaml');
  writeFileSync(profileFile, profile(apiUrl));
  const child = spawn(process.execPath, [bin, ...words, '--yes', '--profile', profileFile], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      NO_PROXY: '127.0.0.1',
      SUPABASE_ACCESS_TOKEN: `sbp_${'0123456789abcdef'.repeat(3).slice(0, 40)}`,
      SUPABASE_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return { code, said };
}

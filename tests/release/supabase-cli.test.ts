import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { migrate, readMigrations } from '../../server/stores/postgres/migrate.ts';
import { functionName } from '../../shared/signup/contract.ts';
import { answerJson, createStandIn } from '../../shared/testing/stand-in.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { withSql } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';

const root = fromRoot('.');
const folder = `supabase/functions/${functionName}`;
/** The binary itself: the package `supabase` around it names platforms whose binaries have no checksum in our registry. */
const cli = fromRoot('tests/release/node_modules/@supabase/cli-linux-x64/bin/supabase');

/** Runs Supabase’s CLI in the project, with a home and an access token of its own. @returns its output. */
async function supabase(apiUrl: string, ...words: string[]): Promise<string> {
  const home = temporaryFolder();
  const profile = join(home, 'profile.yaml');
  // The profile names this machine as the platform, so the CLI sends its requests to `apiUrl`.
  const target = ['name: stand-in', `api_url: ${apiUrl}`, `dashboard_url: ${apiUrl}`];
  writeFileSync(profile, [...target, 'project_host: 127.0.0.1'].join('\n'));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    NO_PROXY: '127.0.0.1',
    SUPABASE_ACCESS_TOKEN: `sbp_${'0123456789abcdef'.repeat(3).slice(0, 40)}`,
    SUPABASE_TELEMETRY_DISABLED: '1',
  };
  const given = [...words, '--yes', '--profile', profile];
  const { stdout, stderr } = await promisify(execFile)(cli, given, { cwd: root, env });
  return stdout + stderr;
}

const needs = '(needs Linux on x64)';
const testCli = test.runIf(existsSync(cli));

testCli(
  `the CLI deploys the function with exactly the files that it imports, unchanged ${needs}`,
  async () => {
    const uploads: FormData[] = [];
    // The part of the management API that `functions deploy --use-api` calls.
    const api = await createStandIn(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (!pathname.endsWith('/functions/deploy')) return answerJson(404, {})(request, response);
      const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
      const body = new Uint8Array(await buffer(request));
      uploads.push(await new Response(body, { headers }).formData());
      const deployed = { id: '1', slug: functionName, name: functionName, status: 'ACTIVE' };
      answerJson(201, { ...deployed, version: 1, created_at: 1, updated_at: 1 })(request, response);
    });
    const words = [
      'functions',
      'deploy',
      functionName,
      '--use-api',
      '--remote=abcdefghijklmnopqrst',
    ];
    await supabase(api.url, ...words);
    expect(uploads).toHaveLength(1);
    expect(await new Response(uploads[0]?.get('metadata')).json()).toMatchObject({
      entrypoint_path: `${folder}/index.ts`,
      import_map_path: `${folder}/deno.json`,
      // The function checks the key of each request itself.
      verify_jwt: false,
    });
    const files = (uploads[0]?.getAll('file') ?? []) as File[];
    const needed = new Set([`${folder}/index.ts`, `${folder}/deno.json`]);
    for (const file of files) {
      const text = await file.text();
      expect(text).toBe(readFileSync(join(root, file.name), 'utf8'));
      for (const [, imported = ''] of text.matchAll(/ from '(\.[^']+)'/g)) {
        needed.add(join(dirname(file.name), imported));
      }
    }
    expect(new Set(files.map(({ name }) => name))).toEqual(needed);
  },
);

testCli(
  `the CLI pushes the migrations once, and the server counts them as applied ${needs}`,
  async () => {
    const url = await newDatabase('pushed');
    // Nothing listens on port 9, because a push to the address of a database needs no platform.
    const push = () =>
      supabase('http://127.0.0.1:9', 'db', 'push', `--remote=${url}?sslmode=disable`);
    expect(await push()).toContain('early_access');
    expect(await push()).toContain('up to date');
    await withSql(url, async (sql) => {
      await migrate(sql);
      expect(await sql`select version from supabase_migrations.schema_migrations`).toHaveLength(
        readMigrations().length,
      );
      expect([...(await sql`select to_regclass('deckwright.migrations') as own`)]).toEqual([
        { own: null },
      ]);
    });
  },
);

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionName } from '../../shared/signup/contract.ts';
import { type Deployed, startManagementApi } from '../support/management-api.ts';
import { supabaseCli } from '../support/supabase-cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `supabase/functions/${functionName}`;
const deno = createRequire(import.meta.url).resolve('deno/bin.cjs');

let api: Awaited<ReturnType<typeof startManagementApi>>;
let said: Awaited<ReturnType<typeof supabaseCli>>;

beforeAll(async () => {
  api = await startManagementApi();
  const words = ['functions', 'deploy', functionName, '--use-api', '--remote=abcdefghijklmnopqrst'];
  said = await supabaseCli(words, api.url);
});

afterAll(() => api.close());

const uploaded = (): Deployed => {
  const found = api.deployed.get(functionName);
  if (!found) throw new Error(`nothing was deployed: ${said.said}`);
  return found;
};

/** Every file of ours that Deno itself follows from the entry, types included. */
function imported(): string[] {
  const config = ['--config', `${folder}/deno.json`, '--node-modules-dir=manual', '--no-lock'];
  const json = execFileSync(
    process.execPath,
    [deno, 'info', '--json', ...config, `${folder}/index.ts`],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  const { modules } = JSON.parse(json) as { modules: { specifier: string }[] };
  return modules
    .filter(({ specifier }) => specifier.startsWith('file:'))
    .map(({ specifier }) => relative(root, fileURLToPath(specifier)))
    .filter((path) => !path.includes('node_modules/'));
}

test('the CLI deploys the function, and without a check of JWTs', () => {
  expect(said).toMatchObject({ code: 0 });
  expect(uploaded().metadata).toMatchObject({
    entrypoint_path: `${folder}/index.ts`,
    import_map_path: `${folder}/deno.json`,
    verify_jwt: false,
  });
});

test('it uploads every file that the function imports, and no other', () => {
  const expected = [...imported(), `${folder}/deno.json`];
  expect(expected).toContain('shared/signup/process.ts');
  expect([...uploaded().files.keys()].sort()).toEqual(expected.sort());
});

test('each as it lies here', () => {
  for (const [path, content] of uploaded().files) {
    expect(content, path).toBe(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
  }
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fromRoot } from '../../server/project/files.ts';
import { functionName } from '../../shared/signup/contract.ts';
import { deno } from '../support/edge-function.ts';
import { startManagementApi } from '../support/management-api.ts';
import { supabaseCli } from '../support/supabase-cli.ts';

const root = fromRoot('.');
const folder = `supabase/functions/${functionName}`;

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

test('the CLI deploys the function, each file that it imports and no other, as it lies here', async () => {
  const api = await startManagementApi();
  onTestFinished(api.close);
  const words = ['functions', 'deploy', functionName, '--use-api', '--remote=abcdefghijklmnopqrst'];
  const { code, said } = await supabaseCli(words, api.url);
  expect(code, said).toBe(0);
  const { files, metadata } = api.deployed.get(functionName) ?? {};
  expect(metadata).toMatchObject({
    entrypoint_path: `${folder}/index.ts`,
    import_map_path: `${folder}/deno.json`,
    // The function itself looks at who calls.
    verify_jwt: false,
  });
  const paths = [...imported(), `${folder}/deno.json`];
  expect(paths).toContain('shared/signup/process.ts');
  const here = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  expect(files).toEqual(new Map(here));
});

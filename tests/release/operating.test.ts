import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { startNode } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { adminUrl } from '../support/postgres.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const root = fromRoot('.');
const manual = 'docs/operating.md';
const pages = readdirSync(join(root, 'docs/operating')).map((name) => `docs/operating/${name}`);

/** Returns the code blocks of one language in a document, without their fences and indentation. */
function blocks(language: string, path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const fenced = new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms');
  return [...text.matchAll(fenced)].map(([, block = '']) => block.replaceAll(/^ +/gm, ''));
}

const metricsToken = randomBytes(16).toString('hex');
const folder = temporaryFolder();
const project = join(folder, 'project');
const port = await freePort();
const siteverify = await startSiteverify('127.0.0.1');
const databaseUrl = await newDatabase('moved');

/**
 * Returns a text with the folders, ports and names of this test in place of the document’s own. The script `cli` runs
 * without npm, which takes longer to start than most commands take (cli/bin.test.ts runs it with npm).
 */
const here = (words: string): string =>
  words
    .replaceAll('npm run -s cli --', 'node cli/deckwright.js')
    .replaceAll('/var/lib/deckwright', join(folder, 'data'))
    .replaceAll('/var/backups/deckwright', join(folder, 'backups'))
    .replaceAll('https://deckwright.example', `http://127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace('METRICS_TOKEN=<secret>', `METRICS_TOKEN=${metricsToken}`)
    .replaceAll(/<.*?>/g, () => randomBytes(16).toString('hex'));

async function startServer() {
  const server = startNode([join(project, 'dist/server/index.js')], { PORT: String(port) });
  await server.address();
  return server;
}

for (const name of ['cli', 'server', 'shared', 'supabase', 'dist', 'package.json']) {
  cpSync(join(root, name), join(project, name), { recursive: true });
}
symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
const settings = `${here(blocks('ini', manual)[0] ?? '')}PORT=${port}\n`;
writeFileSync(join(project, '.env'), `${settings}TURNSTILE_VERIFY_URL=${siteverify.url}\n`);
let server = await startServer();

/** Runs a block as an operator’s shell does. @returns its output. Rejects with the output if the block fails. */
async function run(block: string): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    METRICS_TOKEN: metricsToken,
    NEW_DATABASE_URL: databaseUrl,
  };
  const words = ['-euo', 'pipefail', '-c', here(block)];
  const { stdout, stderr } = await promisify(execFile)('bash', words, { cwd: project, env });
  return stdout + stderr;
}

const commands = [manual, ...pages].flatMap((path) =>
  blocks('sh', path).map((block) => ({ path, block })),
);

test.each(commands)('$path: the commands succeed: $block', async ({ block }) => {
  const isOffline = block.startsWith('npm run -s cli -- signups restore');
  if (block.includes('signups backup')) {
    // The bot check accepts each token once.
    const signup = goodSignup('ada@example.com', `good-${randomUUID()}`);
    expect(await signUp(here('https://deckwright.example'), signup)).toBe(200);
  }
  if (isOffline) await server.stop();
  const said = await run(block);
  if (!isOffline) return;
  expect(said).toContain('1 sign-up');
  server = await startServer();
});

test('check --live warns of a superuser in DATABASE_URL', async () => {
  const url = adminUrl(inject('postgresPort'));
  const said = await run(
    `DATABASE_URL=${url} IP_HASH_SECRET=<secret> npm run -s cli -- check --live || true`,
  );
  expect(said).toContain('superuser (admin is a superuser)');
});
